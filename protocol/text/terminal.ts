// Text that cannot control a terminal: no ESC, C1, CR, newline, bidi control or anything else that does not print, so no
// CSI, OSC 8 or OSC 52 either. Relies on visible.ts. The caller wraps and pads.
import { brandTerminalText, type TerminalText } from '../brand.ts'
import { exactParts, visible } from './visible.ts'

/** One line of what prints in `text`; each control and each blank is one space. The words of an escape sequence stay, as text. */
export const terminalText = (text: string): TerminalText => brandTerminalText(visible(text))

/** JSON escapes C0 itself; these pass JSON.stringify raw: DEL, C1, format and bidi controls, line separators. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * `text` with whatever does not show, or would pass for another, as `\\u` escapes instead of left out: for what a person decides
 * on, where nothing may hide. A backslash stays one, so it is for text that is JSON, or that quotes it.
 */
export const unhiddenText = (text: string): TerminalText =>
  brandTerminalText(
    exactParts(text)
      .map(part => (part.hidden ? escapeUnits(part.text) : part.text))
      .join(''),
  )

/** `value` as JSON that is safe to print and still parses to the same value: what does not show is `\u` escaped. */
export function terminalJson(value: unknown, indent = 2): TerminalText {
  const json = JSON.stringify(value, null, indent)
  return brandTerminalText(json.replace(UNSAFE, char => (char === '\n' ? char : escapeUnits(char))))
}

const escapeUnits = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')
