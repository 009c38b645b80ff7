// Tells what a crash leaves of the audit log from what no crash leaves, by the end of its newest file and by its head. Pure.
// A crash leaves: no head before the first record; at most AUDIT_UNSYNCED calls behind the head, and behind them one record
// whose head was not written yet; bytes of an unfinished line; or, after a power cut, lines with NUL in place of such records.
// Everything else was done by somebody, and stays visible: the chain goes on behind it with a record that says so.
import type { AuditHead, AuditRecord } from '../../protocol/auditRecord.ts'
import { AUDIT_LINE_BYTES, AUDIT_UNSYNCED } from '../../protocol/limits.ts'
import { GENESIS } from './auditLine.ts'

/** A line of the newest file. `at`: its first byte. `record`: undefined where it is none. `hasNul`: whether a NUL stands in it. */
export interface TailLine {
  readonly at: number
  readonly record: AuditRecord | undefined
  readonly hasNul: boolean
}
/** `from`: the first byte that was read, `lines` what follows. `rest`: the first byte behind the last newline, null where nothing stands there. */
export interface Tail {
  readonly head: AuditHead | 'absent' | 'bad'
  readonly file: string | null
  readonly lines: readonly TailLine[]
  readonly from: number
  readonly rest: number | null
  readonly size: number
}
export interface Link {
  readonly seq: number
  readonly hash: string
}
/**
 * `last`: what the next record follows. `unsynced`: calls behind the head. `isBehind`: the head must be written now. `torn`: the
 * byte from which the file is set aside. `unexplained`: what no crash leaves, in one clause.
 */
export interface Judgement {
  readonly last: Link
  readonly unsynced: number
  readonly isBehind: boolean
  readonly torn: number | null
  readonly unexplained: string | null
}

const OLD_HEAD = 'more records behind head.json than a crash leaves'
const NOTHING: Link = { seq: -1, hash: GENESIS }
/** The most bytes that a crash can leave behind the head. */
export const TAIL_BYTES = (AUDIT_UNSYNCED + 2) * AUDIT_LINE_BYTES

/** 'more': the lines do not reach back to the head; ask again with more of them, TAIL_BYTES at most. */
export function judgeTail(tail: Tail): Judgement | 'more' {
  const torn = tornFrom(tail)
  const lines = torn === null ? tail.lines : tail.lines.filter(line => line.at < torn)
  const found: Found = { tail, torn, lines }
  if (tail.head === 'bad') return unexplained(found, NOTHING, 'head.json is no head')
  const head = tail.head === 'absent' ? { ...NOTHING, file: '' } : tail.head
  const from = startOf(found, head)
  if (from === 'more') return from
  if (typeof from !== 'number') return unexplained(found, head, from.why)
  const behind = lines.slice(from)
  const beyond = behind.flatMap(({ record }) => record ?? [])
  const isForeign = beyond.length < behind.length || (torn !== null && tail.size - torn > TAIL_BYTES)
  const why = isForeign ? 'something that is no record' : misfit(beyond, head)
  if (why !== null) return unexplained(found, head, why)
  const last = beyond.at(-1)
  const isBehind = last !== undefined && last.event !== 'call'
  return { last: last ?? head, unsynced: beyond.length, isBehind, torn, unexplained: null }
}

interface Found {
  readonly tail: Tail
  readonly torn: number | null
  readonly lines: readonly TailLine[]
}

/** Where the end begins that is no record: behind the last newline, or at whole lines of which each has a NUL. */
function tornFrom({ lines, rest }: Tail): number | null {
  let torn = rest
  for (const line of lines.toReversed()) {
    if (line.record || !line.hasNul) break
    torn = line.at
  }
  return torn
}

/** The place in `lines` behind the head's own; or why there is none. */
function startOf(
  { tail, lines }: Found,
  head: Link & { readonly file: string },
): number | 'more' | { readonly why: string } {
  const { file } = tail
  const isWhole = tail.from === 0
  const canGrow = !isWhole && tail.size - tail.from < TAIL_BYTES
  if (file === null || head.file > file)
    return head.seq === -1 ? 0 : { why: 'the file that head.json names is missing' }
  if (head.file < file) return isWhole ? 0 : canGrow ? 'more' : { why: OLD_HEAD }
  const at = lines.findIndex(({ record }) => record?.seq === head.seq)
  if (at >= 0)
    return lines[at]?.record?.hash === head.hash ? at + 1 : { why: 'head.json names another record' }
  if (canGrow) return 'more'
  return { why: furthest(lines).seq < head.seq ? 'records that head.json knows are missing' : OLD_HEAD }
}

/** Why `records` cannot be what a crash left behind the head. */
function misfit(records: readonly AuditRecord[], head: Link): string | null {
  let before = head
  for (const record of records) {
    if (record.seq !== before.seq + 1 || record.prev !== before.hash)
      return 'records that do not follow each other'
    before = record
  }
  const isLeft =
    records.length <= AUDIT_UNSYNCED + 1 && records.slice(0, -1).every(({ event }) => event === 'call')
  return isLeft ? null : OLD_HEAD
}

/** The chain goes on from whatever is furthest: what head.json knew leaves a gap that stays visible. */
function unexplained({ torn, lines }: Found, head: Link, why: string): Judgement {
  const found = furthest(lines)
  const last = head.seq > found.seq ? { seq: head.seq, hash: head.hash } : found
  return { last, unsynced: 0, isBehind: true, torn, unexplained: why }
}

const furthest = (lines: readonly TailLine[]): Link =>
  lines.reduce<Link>((most, { record }) => (record && record.seq > most.seq ? record : most), NOTHING)
