// The one place where JSON becomes a value: strict text in, plain data out. Refuses duplicate keys, `__proto__`, excess
// depth and anything after the value, so that two readers can never see two meanings (security.md 8.1). Relies on RFC 8259.
import { JSON_DEPTH } from './limits.ts'

/** What a text was refused for. */
export type LineProblem = 'not-json' | 'duplicate-key' | 'forbidden-key' | 'too-deep'
export type Parsed =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: LineProblem }

/** The value in `text`, which must be exactly one JSON value; a problem otherwise. Never throws. */
export function parseJson(text: string): Parsed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, problem: 'not-json' }
  }
  const problem = scan(text)
  return problem ? { ok: false, problem } : { ok: true, value }
}

/** One line of NDJSON for `value`, newline included. U+2028 and U+2029 are escaped: some readers split lines there. */
export function encodeLine(value: unknown): string {
  return `${JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}\n`
}

const COLON = /[ \t\r\n]*:/y

/** Walks text that JSON.parse has accepted, and looks only at keys and depth. */
function scan(text: string): LineProblem | undefined {
  const open: (Set<string> | undefined)[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined)
      if (open.length > JSON_DEPTH) return 'too-deep'
    } else if (char === '}' || char === ']') open.pop()
    else if (char === '"') {
      const end = endOfString(text, at)
      COLON.lastIndex = end
      const problem = COLON.test(text) ? keyProblem(JSON.parse(text.slice(at, end)), open.at(-1)) : undefined
      if (problem) return problem
      at = end - 1
    }
  }
  return undefined
}

function keyProblem(key: unknown, seen: Set<string> | undefined): LineProblem | undefined {
  const name = String(key)
  if (name === '__proto__') return 'forbidden-key'
  if (seen?.has(name)) return 'duplicate-key'
  seen?.add(name)
  return undefined
}

/** Index just past the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}
