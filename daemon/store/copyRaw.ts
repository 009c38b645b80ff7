// Copies a raw message for a stage, and says whether the copy is the message: the stored file may be a second name of a file that the
// adapter, or a mail program, can still write, and what is parsed of it stands for its SHA-256 in every account. Relies on the target
// lying where only twind writes.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { MESSAGE_BYTES } from '../../protocol/limits.ts'

const CHUNK = 262_144

/** Makes the file `to`, which nobody may write. False where `from` has other bytes than `sha256` says. Throws the system's error. */
export async function copyRaw(from: string, to: string, sha256: string): Promise<boolean> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const target = await open(to, 'wx', 0o400)
    try {
      return (await copied(source, target)) === sha256
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** The SHA-256 of what was copied; undefined where it is no file, or longer than a message. */
async function copied(source: FileHandle, target: FileHandle): Promise<string | undefined> {
  const stat = await source.stat()
  if (!stat.isFile() || stat.size > MESSAGE_BYTES) return undefined
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(Math.min(CHUNK, stat.size + 1))
  for (let bytes = 0; ;) {
    const { bytesRead } = await source.read(chunk, 0, chunk.length, null)
    if (bytesRead === 0) return hash.digest('hex')
    bytes += bytesRead
    if (bytes > MESSAGE_BYTES) return undefined
    const part = chunk.subarray(0, bytesRead)
    hash.update(part)
    await target.write(part)
  }
}
