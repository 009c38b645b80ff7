// Text of anybody on the page: never an element, a link or an image, never able to reorder or hide what stands beside it.
// Relies on hono/html, which escapes every value, and on protocol/text/visible.ts for what does not show.
import { html } from 'hono/html'
import { mixedRemark } from '../protocol/text/mixedScripts.ts'
import { exactParts, visible } from '../protocol/text/visible.ts'

export type Html = ReturnType<typeof html>

/** Words of a sender, a model, a job or an agent, as one line that only shows what it says. */
export const words = (text: string): Html => html`<bdi>${visible(text)}</bdi>`

/** Breaks of such words that are kept: nobody pushes a decision off the screen by empty lines. */
const BREAKS = 12

/** Such words of several lines; where there are more breaks than are kept, the rest is one line. */
export function lines(text: string): Html {
  const all = text.split(/\r\n|[\n\r\u2028\u2029]/).map(visible)
  const rest = all.slice(BREAKS).join(' ').replace(/ {2,}/g, ' ')
  return html`<bdi>${[...all.slice(0, BREAKS), ...(all.length > BREAKS ? [rest] : [])].join('\n')}</bdi>`
}

/** Such words between quotes that they cannot end: what stands behind the closing one is twin's. */
export const quoted = (text: string): Html => html`“${words(text.replace(/[“”„‟]/g, '"'))}”`

/** A value that will be used as it stands: nothing is left out, and what does not show, or would pass for another, is named by its code. */
export function exactly(text: string): Html {
  const parts = exactParts(text).map(part =>
    part.hidden ? html`<span class="code">${codeOf(part.text)}</span>` : part.text,
  )
  return html`<bdi class="exact">${parts}</bdi>`
}

/** A remark of twin's own beside a value that may only look like what it is taken for. */
export function mixedNotice(text: string): Html | '' {
  const remark = mixedRemark(text)
  return remark === null ? '' : html`<span class="tag bad">${remark}</span>`
}

const codeOf = (char: string): string =>
  `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A moment for a person, in this machine's time zone: "30 Nov 2026, 05:25". `seconds`: since 1970. */
export const moment = (seconds: number): string => MOMENT.format(seconds * 1000)
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
