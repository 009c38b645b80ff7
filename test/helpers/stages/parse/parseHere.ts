// A message through the pure file, in this process.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMessage } from '../../../../helpers/stages/parse/parseMessage.ts'
import type { ParsedMessage } from '../../../../protocol/message.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/mail')
export interface Read extends ParsedMessage {
  readonly text: string
  readonly raw: string
  readonly files: Readonly<Record<string, string>>
}

/** What is had of `raw`; the files as text. */
export async function read(raw: string | Uint8Array): Promise<Read> {
  const { envelope, body, headers, files } = await parseMessage(Buffer.from(raw))
  const kept = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')] as const)
  return {
    ...envelope,
    text: body,
    raw: Buffer.from(headers).toString('latin1'),
    files: Object.fromEntries(kept),
  }
}
export const fixture = (name: string): Promise<Read> => read(readFileSync(join(FIXTURES, `${name}.eml`)))

/** A message with a header and a body. */
export const letter = (more: string, body: string): string =>
  `From: Ann <ann@a.example>\nSubject: kanarifugl\n${more}\n${body}`
/** A multipart of parts that are written whole. */
export const multipart = (parts: readonly string[], kind = 'mixed'): string =>
  letter(
    `Content-Type: multipart/${kind}; boundary=b\n`,
    `${parts.map(part => `--b\n${part}\n`).join('')}--b--\n`,
  )
