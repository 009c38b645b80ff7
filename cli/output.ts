// The only file that writes text to stdout and stderr. Every line passes terminalText, so that neither mail text nor a file
// name controls the terminal; colour is added afterwards. Relies on NO_COLOR (no-color.org) and TERM.
import { terminalText } from '../protocol/text/terminal.ts'
import type { Line, Piece, Style } from './answer.ts'

const SGR: Record<Style, string> = { heading: '1', good: '32', bad: '1;31', dim: '2' }

/** Colour is for a terminal that can show it and a person who did not say no. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  env: { readonly NO_COLOR?: string | undefined; readonly TERM?: string | undefined },
): boolean {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** `lines` as text, newlines included, with nothing in it that a terminal obeys but our own colour. */
export function rendered(lines: readonly Line[], colour: boolean): string {
  return lines.map(line => `${line.map(piece => shown(piece, colour)).join('')}\n`).join('')
}

function shown(piece: Piece, colour: boolean): string {
  const text = terminalText(typeof piece === 'string' ? piece : piece.text)
  return typeof piece === 'string' || !colour ? text : `\u001B[${SGR[piece.style]}m${text}\u001B[0m`
}

/** Writes `text` and waits for it. Resolves to the error's code ("EPIPE" when the reader has gone), or undefined. */
export function output(stream: NodeJS.WritableStream, text: string): Promise<string | undefined> {
  if (text === '') return Promise.resolve(undefined)
  return new Promise(resolve => {
    stream.write(text, error =>
      resolve(error ? ('code' in error ? String(error.code) : error.name) : undefined),
    )
  })
}

/** Keeps a stream whose reader has gone from ending the process: `output` reports it. */
export function quiet(stream: NodeJS.WritableStream): void {
  stream.on('error', () => {})
}
