// Paths and names as strings of bytes: one character (0 to 255) a byte, since the name of a file need not be UTF-8. Pure. Relies on
// Node taking a Buffer wherever it takes a path.

/** `text` as bytes. */
export const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
/** Bytes as text; undefined where they are no UTF-8. */
export function textOf(bytes: string): string | undefined {
  try {
    return UTF8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return undefined
  }
}
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The path that a system call takes, of steps that are bytes; an empty step is left out. */
export const at = (...steps: readonly string[]): Buffer => Buffer.from(joined(...steps), 'latin1')
export const joined = (...steps: readonly string[]): string => steps.filter(step => step !== '').join('/')

/** The same for a path of bytes, as a string where it is ASCII: a Buffer a message is most of what a long list costs. */
export const pathOf = (bytes: string): Buffer | string =>
  ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1')
const ASCII = /^[ -~]*$/
