// body.txt from the texts of a message: joined, within its cap, and never cut inside a hidden piece without closing it. Pure.
import { BODY_BYTES } from '../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END, type ParsedMessage } from '../../protocol/message.ts'

/** One text of a message. `hidden`: pieces in it that are marked as hidden; `remote`: references that were dropped. */
export interface Body {
  readonly from: 'text' | 'html'
  readonly text: string
  readonly hidden: number
  readonly remote: number
  readonly cut: boolean
}
export interface Joined {
  readonly text: string
  readonly about: ParsedMessage['body']
}

/** The words of twin's own marks, as a sender may write them: broken up, so that a line of body.txt that is a mark is twin's. */
const MARKS = /\[\s*hidden\s+text\s+(begins|ends)\s*\]/gi
export const withoutMarks = (text: string): string =>
  text.includes('[') ? text.replace(MARKS, '[hidden-text $1]') : text

/** `bodies` with an empty line between them. */
export function bodyText(bodies: readonly Body[]): Joined {
  const texts = bodies.map(body => body.text.replace(/^\n+|\s+$/g, '')).filter(text => text !== '')
  const whole = texts.length === 0 ? '' : `${texts.join('\n\n')}\n`
  const { text, cut } = fitted(whole)
  const sum = (of: (body: Body) => number): number => bodies.reduce((total, body) => total + of(body), 0)
  const from = texts.length === 0 ? 'none' : bodies.some(body => body.from === 'html') ? 'html' : 'text'
  return {
    text,
    about: {
      from,
      chars: [...text].length,
      hidden: sum(body => body.hidden),
      remote: sum(body => body.remote),
      cut: cut || bodies.some(body => body.cut),
    },
  }
}

/** Whole lines, as many as BODY_BYTES hold. */
function fitted(text: string): { text: string; cut: boolean } {
  const bytes = Buffer.from(text)
  if (bytes.length <= BODY_BYTES) return { text, cut: false }
  const room = BODY_BYTES - HIDDEN_END.length - 2
  const line = bytes.lastIndexOf('\n', room - 1) + 1
  const kept = bytes.toString('utf8', 0, line > room / 2 ? line : room).replace(/\uFFFD$/, '')
  const open = kept.lastIndexOf(`${HIDDEN_BEGIN}\n`) > kept.lastIndexOf(`${HIDDEN_END}\n`)
  return { text: `${kept.replace(/\n?$/, '\n')}${open ? `${HIDDEN_END}\n` : ''}`, cut: true }
}
