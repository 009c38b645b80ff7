// Looks at a file that an adapter says it has brought: a regular one, of that size, with that SHA-256. Relies on O_NOFOLLOW; what the
// adapter says of a file is never believed.
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { errnoOf } from '../../files/errnoOf.ts'
import { MESSAGE_BYTES } from '../../protocol/limits.ts'
import type { Fetched } from './adapters.ts'

const CHUNK = 262_144

/** Undefined where it is not what was said. */
export async function fetchedFile(
  path: string,
  { bytes, sha256 }: Pick<Fetched, 'bytes' | 'sha256'>,
): Promise<Fetched | undefined> {
  const file = await opened(path)
  if (!file) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile() || stat.size !== bytes || bytes > MESSAGE_BYTES) return undefined
    return (await digestOf(file, bytes)) === sha256 ? { path, bytes, sha256 } : undefined
  } finally {
    await file.close()
  }
}

async function opened(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (errnoOf(error) === undefined) throw error
    return undefined
  }
}

/** Of exactly `bytes` bytes; undefined where there are more or fewer. */
async function digestOf(file: FileHandle, bytes: number): Promise<string | undefined> {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(Math.min(CHUNK, bytes + 1))
  for (let left = bytes; ;) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, left + 1), null)
    if (bytesRead === 0) return left === 0 ? hash.digest('hex') : undefined
    left -= bytesRead
    if (left < 0) return undefined
    hash.update(chunk.subarray(0, bytesRead))
  }
}
