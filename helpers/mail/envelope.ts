// One message's row as an envelope. Every text is the sender's: made well-formed and cut, never interpreted. Pure. Relies on
// protocol/envelope.ts for the shape and index/detailQuery.ts for the names of the fields.
import type { Envelope, NoLink } from '../../protocol/envelope.ts'
import * as cap from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import { dateOf } from './dates.ts'
import type { Row } from './index/reader.ts'
import { archivedMember } from './archived.ts'
import { numberOf, textOf, truthOf } from './text.ts'

/** What stands in no column of the row. */
export interface Placing {
  readonly account: string
  readonly mailbox: string
  /** Unix seconds; the date that Mail shows. */
  readonly received: number | null
  readonly latest: number
  readonly writtenTo: number
  /** Whether this layout has Message-IDs at all. */
  readonly hasHeaders: boolean
}

export function envelopeOf(row: Row, placing: Placing): Envelope {
  const { account, mailbox, received, writtenTo } = placing
  return {
    from: { name: textOf(row['name'], cap.NAME_CHARS), address: textOf(row['address'], cap.ADDRESS_CHARS) },
    subject: cut(
      textOf(row['prefix'], cap.SUBJECT_CHARS) + textOf(row['subject'], cap.SUBJECT_CHARS),
      cap.SUBJECT_CHARS,
    ),
    preview: previewOf(row),
    sent: dateOf(row['sent'], placing.latest),
    received,
    read: truthOf(row['read']),
    flagged: truthOf(row['flagged']),
    category: numberOf(row['category']) ?? null,
    urgent: truthOf(row['urgent']),
    highImpact: truthOf(row['impact']),
    writtenTo,
    direct: truthOf(row['direct']),
    verified: null,
    account,
    mailbox,
    ...linkOf(row, placing.hasHeaders),
  }
}

/** Mail's own summary, else Apple's generated one: its synopsis, else its top line. */
function previewOf(row: Row): string {
  const { summary, generated } = row
  if (typeof summary === 'string') return textOf(summary, cap.PREVIEW_CHARS)
  if (!Buffer.isBuffer(generated)) return ''
  return textOf(
    archivedMember(generated, ['EFPropertyKey_synopsis', 'EFPropertyKey_topLine']),
    cap.PREVIEW_CHARS,
  )
}

/** The Message-ID, or why there is none. Hash 0 is mail without one; a header that is not there yet may come. */
function linkOf(row: Row, hasHeaders: boolean): { messageId: string | null; noLink: NoLink | null } {
  const header = textOf(row['header'], cap.MESSAGE_ID_CHARS)
  if (!hasHeaders) return { messageId: null, noLink: 'layout' }
  if (header.trim() === '')
    return { messageId: null, noLink: truthOfHash(row['hash']) ? 'not-indexed' : 'absent' }
  if (truthOf(row['shared']) || truthOf(row['share'])) return { messageId: null, noLink: 'shared' }
  return { messageId: header, noLink: null }
}

/** A hash may exceed what a number holds. */
const truthOfHash = (value: unknown): boolean => typeof value === 'bigint' && value !== 0n
