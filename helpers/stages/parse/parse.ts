// The stage `parse`: reads one raw message, writes what parseMessage.ts makes of it. Relies on that file for all deciding.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCappedBytes } from '../../../files/readCapped.ts'
import { MESSAGE_BYTES } from '../../../protocol/limits.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import type { Each } from '../../eachTask.ts'
import { parseMessage } from './parseMessage.ts'

/**
 * raw/raw.eml as message/{envelope.json, body.txt, headers.txt, attachments/}. The report has no sentences: what could not be had is
 * in `problems` of the envelope. Refused only where the file cannot be read or is over MESSAGE_BYTES.
 */
export const parse: Each = async ({ inputs, outputs }) => {
  const { raw } = inputs
  const { message } = outputs
  if (raw === undefined || message === undefined) return misused
  const read = readCappedBytes(join(raw, 'raw.eml'), MESSAGE_BYTES, false)
  if (!read.ok) return unread(read.problem)
  const parsed = await parseMessage(read.bytes)
  const write = (name: string, content: string | Uint8Array): void =>
    writeFileSync(join(message, name), content, { flag: 'wx', mode: 0o600 })
  if (parsed.files.size > 0) mkdirSync(join(message, 'attachments'), { mode: 0o700 })
  for (const [name, bytes] of parsed.files) write(join('attachments', name), bytes)
  write('headers.txt', parsed.headers)
  write('body.txt', parsed.body)
  write('envelope.json', encodeLine(parsed.envelope))
  return done([])
}

const misused = refused('wrong-shape', {
  is: 'the parse stage was started without its ports',
  wanted: 'the input raw and the output message',
  fix: 'report this: twind and the stage are of different versions',
})
const unread = (problem: string) =>
  refused(problem === 'too-long' ? 'over-limit' : 'wrong-shape', {
    is: `the raw message cannot be read (${problem})`,
    wanted: `a file raw.eml of at most ${MESSAGE_BYTES} bytes`,
    fix: 'leave it: the message is listed and not opened',
  })
