// The form in which IMAP programs write the names of folders: UTF-7 as RFC 3501 5.1.3 modifies it. Pure.

const SHIFTED = /&([A-Za-z0-9+,]*)-/g

/** The text of `name`; undefined where it is no such form, or not the one that this text would be written in. */
export function decodeUtf7(name: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(name)) return undefined
  const text = name.replace(SHIFTED, (_, encoded: string) => (encoded === '' ? '&' : utf16(encoded)))
  return text.isWellFormed() && encodeUtf7(text) === name ? text : undefined
}

export const encodeUtf7 = (text: string): string =>
  text.replace(/&|[^\x20-\x7e]+/g, run => (run === '&' ? '&-' : `&${encoded(run)}-`))

function utf16(base64: string): string {
  const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64')
  // An odd byte is no character: what is left encodes to another name, which is noticed.
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le')
}

const encoded = (run: string): string =>
  Buffer.from(run, 'utf16le').swap16().toString('base64').replaceAll('/', ',').replace(/=+$/, '')
