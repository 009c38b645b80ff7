// The log of twind: one line an event on stderr, with its time, for a person who reads it in a terminal or a journal. No mail
// text: nobody hands any to it. Relies on terminalText, since a line may name a folder or a door that somebody else chose.
import { terminalText } from '../protocol/text/terminal.ts'

/** `line` as it is written: "2026-11-30 05:25:00 twind: …", local time. */
export function logLine(line: string, milliseconds: number): string {
  const at = new Date(milliseconds)
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')
  return `${date} ${time} twind: ${terminalText(line)}\n`
}

/** Writes one line. A reader that has gone ends nothing. */
export function log(line: string): void {
  process.stderr.write(logLine(line, Date.now()))
}
