// What a change of mail would do, in twin's own words, and which message it is about, in a stranger's. Pure. A name stands in
// quotes as it is; where it would not show as it is, the sentence leaves it out and the facts have it.
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { ChangeDraft, MailChange } from '../../protocol/mailChange.ts'
import { isFlag } from '../../protocol/mailVerbs.ts'
import { RIGHT_TO_LEFT } from '../../protocol/text/visible.ts'
import { localTime } from '../localTime.ts'
import { type DraftRead, readDraft } from './readDraft.ts'

export interface Description {
  readonly sentence: string
  /** Nothing is cut here: what is approved can be read whole. */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

export function describeChange(change: MailChange): Description {
  return { sentence: sentenceOf(change), facts: factsOf(change) }
}

/** “name”; one that holds quotes, as JSON, so that it cannot end where it does not. */
const quoted = (name: string): string => (/[“”"\\]/.test(name) ? JSON.stringify(name) : `“${name}”`)

function sentenceOf(change: MailChange): string {
  const { to } = change
  if (to === null) return TEXTS[change.verb](change.account, '')
  const whole = TEXTS[change.verb](change.account, `${kindOf(change)} ${quoted(to)}`)
  if (whole.length <= SENTENCE_CHARS && !RIGHT_TO_LEFT.test(to)) return whole
  return TEXTS[change.verb](change.account, `${kindOf(change)} that is named below`)
}

const kindOf = ({ verb, to }: MailChange): string =>
  verb.startsWith('collection.') ? 'the collection' : isFlag(to ?? '') ? 'the flag' : 'the keyword'

const TEXTS: Readonly<Record<MailChange['verb'], (account: string, to: string) => string>> = {
  'collection.add': (account, to) => `Adds one message to ${to} of ${account}.`,
  'collection.remove': (account, to) => `Takes one message out of ${to} of ${account}.`,
  'flag.add': (account, to) => `Sets ${to} on one message of ${account}.`,
  'flag.remove': (account, to) => `Takes ${to} off one message of ${account}.`,
  trash: account => `Moves one message of ${account} to the trash.`,
  expunge: account => `Removes one message of ${account} for good.`,
  draft: account => `Puts one draft into the drafts of ${account}.`,
  send: account => `Sends one message from ${account}.`,
}

/** In one zone, whatever the sender's: two messages can be told apart by it. */
function momentOf(seconds: number): string {
  const { date, time } = localTime(seconds * 1_000, 'UTC')
  return `${date} ${time} UTC`
}

/** The whole of it: what is not shown could be sent unread. */
function draftFacts({ raw, flags }: ChangeDraft): [string, string][] {
  const draft = readDraft(raw)
  const careful = flags.map(({ where, sentence }): [string, string] => ['careful', `${where}: ${sentence}`])
  return draft ? [...saidIn(draft), ...careful] : [['text', JSON.stringify(raw)], ...careful]
}

const saidIn = ({ from, to, cc, subject, refersTo, body }: DraftRead): [string, string][] => [
  ...(from === null ? [] : [['from', JSON.stringify(from)] satisfies [string, string]]),
  ...to.map((address): [string, string] => ['recipient', JSON.stringify(address)]),
  ...cc.map((address): [string, string] => ['copy to', JSON.stringify(address)]),
  ['its subject', JSON.stringify(subject)],
  ...(refersTo === null ? [] : [['refers to', JSON.stringify(refersTo)] satisfies [string, string]]),
  ...body.split('\n').map((line, at): [string, string] => [`line ${at + 1}`, JSON.stringify(line)]),
]

/** Every value that a stranger, or a stage, chose is JSON: it ends where it ends. */
function factsOf(change: MailChange): Description['facts'] {
  const { verb, account, message, to, resembles, shown, undoes, draft } = change
  const facts: [string, string | null][] = [
    ['account', account],
    ['verb', verb],
    ['to', to && JSON.stringify(to)],
    [
      'careful',
      resembles && `the account also has ${JSON.stringify(resembles)}, which is another collection`,
    ],
    ['in', message && JSON.stringify(message.collection)],
    ['sender', message && JSON.stringify(shown.from)],
    ['subject', message && JSON.stringify(shown.subject)],
    ['date', shown.date === null ? null : momentOf(shown.date)],
    ['takes back', undoes],
    ...(draft ? draftFacts(draft) : []),
  ]
  return facts.flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
}
