// Takes a message that an adapter sends in pieces, and writes it where a fetched file lies. Relies on protocol/blob.ts for the order of
// the pieces, and on a fresh name that nobody else can have taken.
import { writeFileSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import type { AdapterLine } from '../../protocol/adapter.ts'
import { blobOf } from '../../protocol/blob.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import type { AdapterProcess } from './adapterProcess.ts'
import type { Fetched } from './adapters.ts'

type Piece = Extract<AdapterLine, { type: 'blob' }>

/** `first`: the piece that has come already. */
export async function fetchedBlob(
  { next, answered, fail }: AdapterProcess,
  incoming: string,
  first: Piece,
): Promise<Result<Fetched>> {
  const blob = blobOf()
  let piece = first
  while (blob.push(piece) && !piece.final) {
    const line = await next()
    if (!line.ok) return line
    if (line.value.type !== 'blob') return fail('gap')
    piece = line.value
  }
  const raw = blob.take(piece.id)
  if (!raw) return fail('gap')
  const end = answered()
  return end.ok ? kept(incoming, raw) : end
}

function kept(incoming: string, raw: Buffer): Result<Fetched> {
  const path = `${incoming}/${randomBytes(16).toString('hex')}`
  const written = attempt('disk', 'a message that an adapter has sent', () =>
    writeFileSync(path, raw, { mode: 0o600, flag: 'wx' }),
  )
  if (!written.ok) return written
  return done({ path, bytes: raw.length, sha256: createHash('sha256').update(raw).digest('hex') })
}
