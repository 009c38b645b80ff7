// The records of a run as the text of a file outside of twin's state: a line of JSON each, or a Markdown list. A stranger's text may
// stand in every value: no terminal, editor or renderer makes anything of it. Pure. Relies on inert.ts for Markdown.
import { inert } from '../../protocol/text/inert.ts'
import { plain } from '../../protocol/text/plain.ts'

export const OUTPUT_FORMATS = ['jsonl', 'md'] as const
export type OutputFormat = (typeof OUTPUT_FORMATS)[number]

/** `outputs`: what each message yielded, one record or an array of them; so a file may have more lines than there were messages. */
export function outputText(format: OutputFormat, outputs: readonly unknown[]): string {
  const line = format === 'jsonl' ? jsonLine : listLine
  return outputs
    .flat()
    .map(record => `${line(record)}\n`)
    .join('')
}

/** Control, format and unassigned characters, and separators of lines, written out. */
const jsonLine = (record: unknown): string =>
  JSON.stringify(record).replaceAll(/[\p{C}\u2028\u2029]/gu, char =>
    char
      .split('')
      .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

function listLine(record: unknown): string {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return `- ${shown(record)}`
  const fields = Object.entries(record).map(([name, value]) => `${name}: ${shown(value)}`)
  return `- ${fields.join('; ') || 'nothing'}`
}

/** Numbers and truth values as they are; text, and what is nested, as a field that no renderer obeys. */
function shown(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return inert(plain(typeof value === 'string' ? value : JSON.stringify(value)))
}
