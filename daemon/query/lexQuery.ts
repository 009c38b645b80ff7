// The text of a query as tokens: parentheses, the three joining words, terms with or without a key, quoted text. Pure, one pass.
// Relies on the caller for the cap of the text.
import { problemAt, type Read } from './queryProblem.ts'

/** `at`: UTF-16 index where it begins; `valueAt`: where its value does. `quoted`: then nothing in it is a word of the grammar. */
export type Token =
  | { readonly is: 'open' | 'close' | 'and' | 'or' | 'not'; readonly at: number }
  | {
      readonly is: 'term'
      readonly at: number
      readonly key: string | null
      readonly value: string
      readonly quoted: boolean
      readonly valueAt: number
    }

const BLANK = /\s+/y
const PLAIN = /[^\s()"]+/y
const QUOTED = /"((?:[^"\\]|\\["\\])*)"/y
const KEYED = /^([a-z]{1,16}):(.*)$/su
const JOINING = { and: 'and', or: 'or', not: 'not' } as const
/** Controls, lone surrogates and what shows nothing would hide what is asked. Blanks and the joiners that words are written with stay. */
const INVISIBLE = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cs}\p{Cf}\p{Co}\p{Cn}]/u

/** The tokens of `text`, in order; the first thing that is none otherwise. */
export function lexQuery(text: string): Read<readonly Token[]> {
  const invisible = text.search(INVISIBLE)
  if (invisible >= 0) return problemAt(invisible, 'a character that shows nothing', 'text that can be seen')
  const tokens: Token[] = []
  for (let at = 0; at < text.length;) {
    const blank = matchAt(BLANK, text, at)
    if (blank) {
      at += blank[0].length
      continue
    }
    const next = tokenAt(text, at)
    if (!next.ok) return next
    tokens.push(next.value.token)
    at = next.value.end
  }
  return { ok: true, value: tokens }
}

type Next = Read<{ readonly token: Token; readonly end: number }>
const token = (value: Token, end: number): Next => ({ ok: true, value: { token: value, end } })

function tokenAt(text: string, at: number): Next {
  if (text[at] === '(') return token({ is: 'open', at }, at + 1)
  if (text[at] === ')') return token({ is: 'close', at }, at + 1)
  if (text[at] === '"') return quotedAt(text, at, { at, key: null })
  const word = matchAt(PLAIN, text, at)?.[0] ?? ''
  const end = at + word.length
  const joining = Object.entries(JOINING).find(([name]) => name === word.toLowerCase())
  if (joining && text[end] !== '"') return token({ is: joining[1], at }, end)
  const [, key = null, value = word] = KEYED.exec(word) ?? []
  const valueAt = end - value.length
  if (text[end] !== '"') return token({ is: 'term', at, key, value, quoted: false, valueAt }, end)
  if (key !== null && value === '') return quotedAt(text, end, { at, key })
  return problemAt(end, 'a quotation mark within a word', 'a blank before it, or all of the value in quotes')
}

function quotedAt(text: string, at: number, { at: begin, key }: { at: number; key: string | null }): Next {
  const match = matchAt(QUOTED, text, at)
  if (!match)
    return problemAt(at, 'quoted text that does not end', 'a closing "; \\" and \\\\ stand for " and \\')
  const end = at + match[0].length
  if (end < text.length && !/[\s()]/.test(text.charAt(end)))
    return problemAt(end, 'something right behind quoted text', 'a blank, or a parenthesis')
  const value = (match[1] ?? '').replaceAll(/\\(["\\])/g, '$1')
  return token({ is: 'term', at: begin, key, value, quoted: true, valueAt: at + 1 }, end)
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
