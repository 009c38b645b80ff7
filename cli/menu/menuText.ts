// Text as the title of a menu line that SwiftBar, xbar and Argos only show: it cannot end the title, start a submenu, become
// markup, an escape, an emoji or a symbol, whatever a parser's defaults are. Relies on protocol/text/visible.ts. The switches
// that would turn such things off are not enough: xbar refuses a whole menu over one that it does not know.
import { MENU_CHARS } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import { visible } from '../../protocol/text/visible.ts'

/**
 * What a parser obeys, and what looks like it: `|` ends the title in all three; a backslash is unquoted by xbar, SwiftBar and
 * Argos; `:name:` is a symbol; `<` and `&` are Pango markup in Argos; a backtick is Markdown.
 */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '|': '¦',
  '\\': '∖',
  '`': 'ˋ',
  ':': '∶',
  '<': '‹',
  '>': '›',
  '&': '＆',
}
const OBEYED = /[|\\`:<>&]/g

/** `text` on one line, at most MENU_CHARS code points with an ellipsis for the rest; never empty, never with a dash first. */
export function menuText(text: string): string {
  const inert = inertLine(text)
  const short = cut(inert, MENU_CHARS)
  return begun(short === inert ? inert : `${cut(inert, MENU_CHARS - 1).trimEnd()}…`)
}

/** Before each further line of a long text, so that none can pass for another line of the menu. */
const FURTHER = '↳ '

/** All of `text`, in as many lines of at most MENU_CHARS code points as it takes, broken at blanks where there are any. */
export function menuTexts(text: string): string[] {
  const lines: string[] = []
  let rest = inertLine(text)
  while (rest !== '') {
    const most = cut(rest, MENU_CHARS - FURTHER.length)
    const blank = most === rest ? -1 : most.lastIndexOf(' ')
    const line = blank > 0 ? most.slice(0, blank) : most
    lines.push(lines.length === 0 ? begun(line) : `${FURTHER}${line}`)
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

function inertLine(text: string): string {
  // Normal form first: U+1FEF is a backtick afterwards.
  const line = visible(text.normalize('NFC')).replace(/ {2,}/g, ' ').trim()
  return line.replace(OBEYED, char => LOOKS_LIKE[char] ?? ' ')
}

const begun = (line: string): string =>
  line === '' ? '(no text)' : /^\p{Pd}/u.test(line) ? cut(`• ${line}`, MENU_CHARS) : line
