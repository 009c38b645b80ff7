// A domain as its letters: each label in Punycode (RFC 3492) decoded, so that what it looks like can be compared. Pure; for looking
// at alone, since a decoded label is not checked against IDNA.

const BASE = 36

/** `domain` with its xn-- labels decoded; a label that does not decode stays as it is. */
export const unicodeDomain = (domain: string): string =>
  domain
    .split('.')
    .map(label => (/^xn--/i.test(label) ? (decoded(label.slice(4).toLowerCase()) ?? label) : label))
    .join('.')

function decoded(label: string): string | undefined {
  const basic = Math.max(0, label.lastIndexOf('-'))
  const out = Array.from(label.slice(0, basic), char => char.charCodeAt(0))
  let n = 128
  let bias = 72
  let i = 0
  for (let at = basic > 0 ? basic + 1 : 0; at < label.length;) {
    const read = integerAt(label, at, bias)
    if (!read || i + read.value > 1_000_000_000) return undefined
    const before = i
    i += read.value
    at = read.end
    const length = out.length + 1
    bias = adapted(i - before, length, before === 0)
    n += Math.floor(i / length)
    if (n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) return undefined
    i %= length
    out.splice(i++, 0, n)
  }
  return String.fromCodePoint(...out)
}

/** The variable-length integer at `at`. */
function integerAt(label: string, at: number, bias: number) {
  let value = 0
  let weight = 1
  for (let k = BASE, end = at; end < label.length; k += BASE) {
    const digit = digitOf(label.charCodeAt(end++))
    if (digit === undefined || weight > 1_000_000) return undefined
    value += digit * weight
    const least = Math.min(26, Math.max(1, k - bias))
    if (digit < least) return { value, end }
    weight *= BASE - least
  }
  return undefined
}

const digitOf = (code: number): number | undefined =>
  code >= 97 && code <= 122 ? code - 97 : code >= 48 && code <= 57 ? code - 22 : undefined

function adapted(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? 700 : 2))
  left += Math.floor(left / length)
  let k = 0
  for (; left > 455; k += BASE) left = Math.floor(left / (BASE - 1))
  return k + Math.floor((BASE * left) / (left + 38))
}
