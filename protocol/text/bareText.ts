// Text as a record or a draft may hold it: NFC, and without any format character at all. Stricter than visible.ts, which keeps the
// joiners that some scripts and emoji need: here they could carry bits that nobody sees. Relies on visible.ts; pure.
import { visible } from './visible.ts'

const FORMAT = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * `text` as one line: every blank or control character is one ordinary space, and format characters, bidi controls, tags, variation
 * selectors, private use and unassigned are gone. In NFC, idempotent, never throws, no longer than its NFC.
 */
export function bareText(text: string): string {
  let bare = text
  // What leaves may let its neighbours compose, and what composes may let a mark stay: twice is enough for all but built text.
  for (let before = ''; before !== bare;) {
    before = bare
    bare = visible(bare.replace(FORMAT, '').normalize('NFC')).normalize('NFC')
  }
  return bare
}

/** The same, line by line: CR LF, CR, and the line and paragraph separators end one. No blanks stay at the end of a line. */
export const bareLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map(line => bareText(line).trimEnd())
    .join('\n')
