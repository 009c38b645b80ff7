// The caps of the stages that read messages and attachments: where each has a case at the cap and one past it. Part of limits.test.ts.
import { AttachmentTexts } from '../../protocol/attachmentTexts.ts'
import { ParsedMessage } from '../../protocol/message.ts'
import { problemList } from '../../helpers/seenText/problems.ts'

const MESSAGE = {
  v: 1,
  from: [],
  fromHeaders: 0,
  sender: null,
  replyTo: [],
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  date: null,
  messageId: null,
  inReplyTo: [],
  references: [],
  listId: null,
  body: { from: 'none', chars: 0, hidden: 0, remote: 0, cut: false },
  attachments: [],
  problems: [],
}
const times = <T>(amount: number, value: T): T[] => Array.from({ length: amount }, () => value)
const takes = (key: keyof typeof MESSAGE, value: unknown) => (amount: number) =>
  ParsedMessage.safeParse({ ...MESSAGE, [key]: times(amount, value) }).success
const ATTACHMENT = { file: null, name: '', type: 'text/plain', bytes: 0, inline: false, problem: null }
const TEXT = { attachment: 'a', file: null, kind: 'none', chars: 0, cut: false, problems: [] }
const BOX = { name: '', address: '' }

export const HERE = {
  ADDRESSES: (['from', 'replyTo', 'to', 'cc', 'bcc'] as const).map(key => takes(key, BOX)),
  REFERENCES: (['references', 'inReplyTo'] as const).map(key => takes(key, 'id')),
  ATTACHMENTS: [
    takes('attachments', ATTACHMENT),
    (amount: number) => AttachmentTexts.safeParse({ v: 1, texts: times(amount, TEXT) }).success,
  ],
  PROBLEMS: [
    takes('problems', 'x'),
    (amount: number) =>
      AttachmentTexts.safeParse({ v: 1, texts: [{ ...TEXT, problems: times(amount, 'x') }] }).success,
    (amount: number) => {
      const problems = problemList()
      for (let at = 1; at < amount; at++) problems.add(`problem ${at}`)
      return problems.list().length === amount - 1 && !problems.list().at(-1)?.endsWith('are not listed')
    },
  ],
} as const

const parse = (...titles: string[]) => ({ file: 'helpers/stages/parse/parseMessage', titles })
const html = (...titles: string[]) => ({ file: 'helpers/seenText/htmlText', titles })
const attachment = (...titles: string[]) => ({
  file: 'helpers/stages/parse-attachment/attachmentText',
  titles,
})
const styles = html('htmlText reads a style attribute and the rules of a message up to their caps')
export const ELSEWHERE = {
  HEADER_BYTES: parse('parse reads headers up to the cap of bytes and says that it left the rest out'),
  PARTS: parse('parse reads parts up to the cap and says that it left the rest out'),
  MIME_DEPTH: parse('parse opens parts in each other up to the cap and says that it opened no further'),
  NESTED_MESSAGES: parse(
    'parse opens messages in each other up to the cap and says that it opened no further',
  ),
  ATTACHED_BYTES: parse('parse keeps attachments up to the cap of bytes and says which it left out'),
  ENVELOPE_BYTES: {
    file: 'helpers/stages/parse/fitEnvelope',
    titles: [
      'fitEnvelope keeps an envelope of the cap, and of one a byte longer the ends of its longest list go',
    ],
  },
  BODY_BYTES: {
    file: 'helpers/seenText/bodyText',
    titles: ['bodyText keeps a body of the cap and cuts a longer one after a whole line'],
  },
  HTML_CHARS: html('htmlText reads HTML at each cap and says what it cut past it'),
  HTML_DEPTH: html('htmlText reads HTML at each cap and says what it cut past it'),
  STYLE_RULES: styles,
  STYLE_CHARS: styles,
  STYLE_MATCHES: html('htmlText gives up on styles past the comparisons of the cap, and says so'),
  LINK_CHARS: html('htmlText keeps a target of the cap and cuts a longer one'),
  READ_ATTACHMENT_BYTES: attachment(
    'attachmentText reads an attachment of the cap and not one a byte longer',
  ),
  ATTACHMENT_CHARS: attachment('attachmentText reads a text of the cap and says that it cut a longer one'),
  TEXTS_BYTES: {
    file: 'helpers/stages/parse-attachment/parseAttachment',
    titles: ['parse-attachment keeps texts up to the cap of all together and says which it left out'],
  },
  PDF_PAGES: attachment('attachmentText reads pages up to the cap and says that it left the rest out'),
  CALENDAR_CHARS: attachment(
    'attachmentText reads a calendar of the cap and says that it left the rest of a longer one out',
  ),
  ARCHIVE_ENTRIES: attachment(
    'attachmentText lists entries up to the cap and says that it left the rest out',
  ),
  ARCHIVE_UNPACKED_BYTES: attachment(
    'an archive that unpacks to more than the cap is given up with a sentence',
  ),
  ARCHIVE_RATIO: attachment('an entry that grows by the cap is read and one that grows further is given up'),
  ARCHIVE_DEPTH: attachment(
    'attachmentText opens archives in each other up to the cap and says that it opened no further',
  ),
  MEMBER_BYTES: attachment('attachmentText reads a text of the cap in an archive and not one a byte longer'),
} as const
