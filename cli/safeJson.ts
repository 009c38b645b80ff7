// JSON for --json: the original strings, and still nothing that a terminal obeys when the output is not piped. Every format
// character, C1 control and line separator is written as \u; a reader of JSON sees the same value. Relies on RFC 8259.

/** Characters that JSON.stringify leaves raw although a terminal or a line reader acts on them. */
const ACTIVE = /[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/gu

/** `value` as one JSON text of several lines, newline included. */
export function safeJson(value: object): string {
  return `${JSON.stringify(value, null, 2).replace(ACTIVE, escaped)}\n`
}

function escaped(character: string): string {
  let text = ''
  for (let at = 0; at < character.length; at++)
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  return text
}
