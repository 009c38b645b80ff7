// Messages in the index: their contents by hash, the full text, which account has them, and the thread that their headers name. One
// call enters one message; the caller makes a batch one transaction, so that nothing half is seen. Throws what SQLite throws.
import type { Database } from 'better-sqlite3'
import type { Dkim, Mailbox, ParsedMessage } from '../../protocol/message.ts'
import { threadSubject } from './threadSubject.ts'
import { foldAddress } from './foldAddress.ts'
import { threadRows } from './threadRows.ts'
import { visibleText } from './visibleText.ts'

/** A message by its content. `parser`: version of the stage that made it; `parsed` null: it could not, for `problem`. */
export interface Content {
  readonly sha256: string
  readonly bytes: number
  readonly parser: number
  readonly problem: string | null
  readonly parsed: ParsedMessage | null
  readonly body: string
  readonly dkim: Dkim
}
/** One account's copy. */
export interface Copy {
  readonly account: number
  readonly sha256: string
  readonly received: number | null
}
export interface KnownContent {
  readonly id: number
  readonly parser: number
  readonly sent: number | null
  readonly message_id: string | null
}
export interface MailRows {
  readonly content: (sha256: string) => KnownContent | undefined
  /** Enters a content, or what another version of the stage made of one that is there; its DKIM result stays then. */
  readonly enter: (content: Content) => void
  /** The row of the account's copy, made where it is missing; `isNew` then. Throws Error where the content was not entered. */
  readonly copy: (copy: Copy, ids: readonly string[]) => { readonly mail: number; readonly isNew: boolean }
}

export function mailRows(database: Database): MailRows {
  const run = statements(database)
  const threads = threadRows(database)
  const content = (sha256: string) => run.content.get(sha256)
  return {
    content,
    enter: entered => {
      run.enter.run(columnsOf(entered))
      const id = content(entered.sha256)?.id
      if (id === undefined)
        throw new Error('Cannot enter a message: its row is not there once it was written')
      run.dropRecipients.run(id)
      run.dropWords.run(id)
      if (entered.parsed) enterTexts(run, id, { parsed: entered.parsed, body: entered.body })
    },
    copy: ({ account, sha256, received }, ids) => {
      const row = content(sha256)
      if (!row) throw new Error('Cannot enter a copy: its content was not entered')
      const before = run.mail.get(account, row.id)
      if (before) return { mail: before.id, isNew: false }
      const added = run.addMail.run({ account, content: row.id, received, at: received ?? row.sent ?? 0 })
      const mail = Number(added.lastInsertRowid)
      threads.thread(account, mail, ids)
      return { mail, isNew: true }
    },
  }
}

type Statements = ReturnType<typeof statements>
const statements = (database: Database) => ({
  content: database.prepare<[string], KnownContent>(
    'SELECT id, parser, sent, message_id FROM contents WHERE sha256 = ?',
  ),
  enter: database.prepare(
    `INSERT INTO contents(sha256, bytes, parser, problem, sent, author, one_author, message_id, list_id, base, replies,
       attached, dkim_state, dkim_domain, dkim_why)
     VALUES (@sha256, @bytes, @parser, @problem, @sent, @author, @oneAuthor, @messageId, @listId, @base, @replies,
       @attached, @dkimState, @dkimDomain, @dkimWhy)
     ON CONFLICT(sha256) DO UPDATE SET parser = excluded.parser, problem = excluded.problem, sent = excluded.sent,
       author = excluded.author, one_author = excluded.one_author, message_id = excluded.message_id,
       list_id = excluded.list_id, base = excluded.base, replies = excluded.replies, attached = excluded.attached`,
  ),
  dropRecipients: database.prepare('DELETE FROM recipients WHERE content = ?'),
  addRecipient: database.prepare(
    'INSERT INTO recipients(content, address) VALUES (?, ?) ON CONFLICT DO NOTHING',
  ),
  dropWords: database.prepare('DELETE FROM words WHERE rowid = ?'),
  addWords: database.prepare(
    'INSERT INTO words(rowid, subject, author, recipients, body) VALUES (?, ?, ?, ?, ?)',
  ),
  mail: database.prepare<[number, number], { readonly id: number }>(
    'SELECT id FROM mails WHERE account = ? AND content = ?',
  ),
  addMail: database.prepare(
    'INSERT INTO mails(account, content, received, at, thread) VALUES (@account, @content, @received, @at, 0)',
  ),
})

function columnsOf({ parsed, dkim, ...content }: Content): Record<string, string | number | null> {
  const subject = threadSubject(parsed?.subject ?? '')
  const [author] = parsed?.from ?? []
  const isNamed = parsed !== null && parsed.inReplyTo.length + parsed.references.length > 0
  return {
    sha256: content.sha256,
    bytes: content.bytes,
    parser: content.parser,
    problem: content.problem,
    sent: parsed?.date ?? null,
    author: author ? foldAddress(author.address) : null,
    oneAuthor: parsed?.fromHeaders === 1 && parsed.from.length === 1 ? 1 : 0,
    messageId: parsed?.messageId ?? null,
    listId: parsed?.listId?.toLowerCase() ?? null,
    base: subject.base,
    replies: subject.isReply && !isNamed ? 1 : 0,
    attached: parsed?.attachments.some(({ inline }) => !inline) ? 1 : 0,
    dkimState: dkim.state,
    dkimDomain: dkim.state === 'pass' ? (dkim.domain?.toLowerCase() ?? null) : null,
    dkimWhy: dkim.why,
  }
}

function enterTexts(
  run: Statements,
  id: number,
  { parsed, body }: { parsed: ParsedMessage; body: string },
): void {
  const recipients = [...parsed.to, ...parsed.cc, ...parsed.bcc]
  for (const { address } of recipients) if (address !== '') run.addRecipient.run(id, foldAddress(address))
  run.addWords.run(id, parsed.subject, wordsOf(parsed.from), wordsOf(recipients), visibleText(body))
}

const wordsOf = (mailboxes: readonly Mailbox[]): string =>
  mailboxes.map(({ name, address }) => `${name} ${address}`).join('\n')

/** Every Message-ID that a message has or names. */
export const idsOf = ({ messageId, references, inReplyTo }: ParsedMessage): readonly string[] => [
  ...new Set([...(messageId === null ? [] : [messageId]), ...references, ...inReplyTo]),
]
