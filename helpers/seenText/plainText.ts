// A plain text as body.txt holds it: lines of what shows. Pure. Relies on visible(); what a sender wrote in tag characters, which no
// program draws and a model may read, is set out as hidden text.
import { BODY_BYTES } from '../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'
import { visible } from '../../protocol/text/visible.ts'
import { type Body, withoutMarks } from './bodyText.ts'
import type { Problems } from './problems.ts'

/** A line of which nothing can be invisible. */
const ORDINARY = /^[\x20-\x7E\u00A1-\u00AC\u00AE-\u02FF]*$/
/** Format characters that change what is read; soft hyphens, joiners and byte order marks are common and left out in silence. */
const TELLING = /[\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/u
const TAGS = /[\u{E0020}-\u{E007E}]/gu

export interface ShownLine {
  readonly text: string
  /** What it says in characters that no program draws, '' mostly. */
  readonly hidden: string
}

/** One line: blanks as blanks, nothing that does not show, twin's marks broken up. */
export function shownLine(line: string, problems: Problems): ShownLine {
  if (ORDINARY.test(line)) return { text: withoutMarks(line), hidden: '' }
  if (TELLING.test(line))
    problems.add('the text holds characters that do not show or turn its direction: they were left out')
  const tags = line.match(TAGS) ?? []
  const spelt = tags.map(tag => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')
  // The flags of England, Scotland and Wales are five tags and a cancel tag.
  const hidden = spelt.replace(/gb(?:eng|sct|wls)/g, '')
  return { text: withoutMarks(visible(line)), hidden: hidden === '' ? '' : withoutMarks(hidden) }
}

/** `text` line by line; a form feed, a lone CR and the line separators of Unicode end a line too. */
export function plainText(text: string, problems: Problems): Body {
  const out: string[] = []
  let hidden = 0
  const cut = text.length > BODY_BYTES
  const read = cut ? text.slice(0, BODY_BYTES).toWellFormed() : text
  for (const line of read.split(/\r\n|[\n\r\f\v\u0085\u2028\u2029]/)) {
    const shown = shownLine(line, problems)
    out.push(shown.text.trimEnd())
    if (shown.hidden === '') continue
    out.push(HIDDEN_BEGIN, shown.hidden, HIDDEN_END)
    hidden++
  }
  return { from: 'text', text: out.join('\n'), hidden, remote: 0, cut }
}
