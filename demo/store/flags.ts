// messages.flags: the bits of a message's state, which exceed 32 bits. Relies on apple-mail-store.md 2.10.
import type { MessageSpec } from '../storeSpec.ts'

/** Bit 33 (nearly always set), priority 3 (normal) and 63 attachments (unknown): what every message carries. */
const BASE = 0x2_0003_fc00n
const BITS = {
  read: 1n << 0n,
  deleted: 1n << 1n,
  answered: 1n << 2n,
  flagged: 1n << 4n,
  draft: 1n << 6n,
  junk: 1n << 24n,
} as const
/** Stale "initial" bit of mail that was never read. */
const INITIAL = 1n << 7n

/** 8590195713 for read, 8590195840 for unread mail without anything else. */
export function flagsOf(message: MessageSpec): bigint {
  let flags = message.read ? BASE : BASE | INITIAL
  if (message.read) flags |= BITS.read
  if (message.deleted) flags |= BITS.deleted
  if (message.answered) flags |= BITS.answered
  if (message.flagged) flags |= BITS.flagged
  if (message.draft) flags |= BITS.draft
  if (message.junk) flags |= BITS.junk
  return flags
}
