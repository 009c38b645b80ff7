// Which generation an Envelope Index is, told by its columns and never by the number of its folder, and what a generation
// cannot tell. Pure. Relies on apple-mail-store.md 2.0: 10b to 10e are known from real stores; older ones are not read.
import { refused, type Result, done } from '../../../protocol/refusal.ts'
import { type Columns, has } from './columns.ts'

export type Layout = '10b' | '10c' | '10d' | '10e'

/** The generation, refused with unknown-layout where it is none of the known ones. */
export function layoutOf(columns: Columns): Result<Layout> {
  const missing = REQUIRED.find(([table, ...names]) => !has(columns, table, ...names))
  if (missing) return unknown(isOld(columns) ? 'is of OS X 10.10 or older' : `has no usable ${missing[0]}`)
  if (has(columns, 'message_global_data', 'message_id_header')) return done(isNewest(columns) ? '10e' : '10d')
  if (has(columns, 'messages', 'is_urgent')) return done('10c')
  return has(columns, 'messages', 'flag_color') ? done('10b') : unknown('has columns of no known generation')
}

/** Without these nobody can say whose mail a row is, or when it came. */
const REQUIRED: readonly (readonly [string, ...string[]])[] = [
  ['mailboxes', 'rowid', 'url'],
  [
    'messages',
    'rowid',
    'global_message_id',
    'mailbox',
    'sender',
    'subject',
    'date_received',
    'flags',
    'read',
    'deleted',
  ],
  ['addresses', 'rowid', 'address', 'comment'],
  ['subjects', 'rowid', 'subject'],
]

/** V2 counts recipients by message_id and has no deleted column; 10.4 has a table of threads. */
const isOld = (columns: Columns): boolean =>
  has(columns, 'recipients', 'message_id') || columns.has('threads')

const isNewest = (columns: Columns): boolean =>
  has(columns, 'message_global_data', 'due_by') && !has(columns, 'message_global_data', 'download_state')

/** What cannot be told, one sentence a cause: the table and columns that it takes. */
const TELLS: readonly (readonly [string, readonly [string, ...string[]]])[] = [
  [
    'This store has no table of labels: Gmail’s inbox cannot be told.',
    ['labels', 'message_id', 'mailbox_id'],
  ],
  [
    'This store has no table of recipients: who you write to cannot be told.',
    ['recipients', 'message', 'address', 'type'],
  ],
  ['This store has no previews.', ['summaries', 'rowid', 'summary']],
  [
    'This store has no Message-ID texts: nothing can be linked to.',
    ['message_global_data', 'rowid', 'message_id_header'],
  ],
  [
    'This store has no categories: promotions and updates cannot be told.',
    ['message_global_data', 'rowid', 'model_category'],
  ],
  ['This store has no urgency marks.', ['messages', 'is_urgent']],
  ['This store has no flag for time-sensitive mail.', ['message_global_data', 'rowid', 'model_high_impact']],
  [
    'This store has no hash of the Message-ID: ids shared by different messages are told less well.',
    ['messages', 'message_id'],
  ],
  [
    'This store has no date to display: mail that Mail shows again later keeps its first date.',
    ['messages', 'display_date'],
  ],
]

/** A sentence for each thing that `columns` cannot tell. */
export const untold = (columns: Columns): string[] =>
  TELLS.filter(([, [table, ...names]]) => !has(columns, table, ...names)).map(([sentence]) => sentence)

const unknown = (is: string) =>
  refused('unknown-layout', {
    is: `the Envelope Index ${is}`,
    wanted: 'the columns of macOS 14 or newer (generations 10b to 10e)',
    fix: 'run "twin mail probe --json" and report its tables and columns, which hold no mail',
  })
