// Text of anybody on the page: never an element, a link or an image, never able to reorder or hide what stands beside it.
// Relies on hono/html, which escapes every value, and on protocol/text/visible.ts for what does not show.
import { html } from 'hono/html'
import { visible } from '../protocol/text/visible.ts'

export type Html = ReturnType<typeof html>

/** Words of a sender, a model, a job or an agent, as one line that only shows what it says. */
export const words = (text: string): Html => html`<bdi>${visible(text)}</bdi>`

/** Such words of several lines. */
export function lines(text: string): Html {
  const all = text.split(/\r\n|[\n\r\u2028\u2029]/).map(visible)
  return html`<bdi>${all.join('\n')}</bdi>`
}

/** What shows as nothing, or as what it is not: each stands as its code in what a person decides on. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00A0\u2000-\u200A\u202F\u205F\u2800\u3000]/gu

/** A value that will be used as it stands: nothing is left out, and what does not show is named by its code. */
export function exactly(text: string): Html {
  const parts: Html[] = []
  let from = 0
  for (const match of text.matchAll(HIDDEN)) {
    parts.push(html`${text.slice(from, match.index)}<span class="code">${codeOf(match[0])}</span>`)
    from = match.index + match[0].length
  }
  return html`<bdi class="exact">${parts}${text.slice(from)}</bdi>`
}

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A moment for a person, in this machine's time zone: "30 Nov 2026, 05:25". `seconds`: since 1970. */
export const moment = (seconds: number): string => MOMENT.format(seconds * 1000)
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** `counted(1, 'proposal')` is "1 proposal". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
