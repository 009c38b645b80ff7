// One line of a menu for SwiftBar, xbar and Argos: the only place where a line gets parameters. Relies on the parameters that all
// three know, each written out: SwiftBar opens a terminal unless told not to, and xbar refuses a menu for a word it does not know.
import { menuText } from './menuText.ts'

/** What a click runs: an absolute program and its words. Null for a line that is only read. */
export type Click = readonly [program: string, ...words: string[]] | null

/** A path or a word that no parser and no shell reads as anything else. */
const SAFE = /^[A-Za-z0-9_./@+=-]+$/
export const isClickable = (words: readonly string[]): boolean =>
  words[0]?.startsWith('/') === true && words.every(word => SAFE.test(word))

export const SEPARATOR = '---'

/** `depth`: 0 in the menu, 1 in a submenu. Throws RangeError for a click that is not safe to write down. */
export function menuLine(depth: 0 | 1, text: string, click: Click = null): string {
  const shown = `${'--'.repeat(depth)}${menuText(text)} | ansi=false emojize=false trim=true`
  if (click === null) return shown
  if (!isClickable(click)) throw new RangeError('Cannot write a menu line: a word of its click is not plain')
  const [program, ...words] = click
  const parameters = words.map((word, at) => `param${at + 1}=${word}`)
  return [shown, `bash=${program}`, ...parameters, 'terminal=false', 'refresh=true'].join(' ')
}
