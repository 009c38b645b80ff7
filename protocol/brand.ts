// Types that only a check can make. The one file that may assert a type; each maker is called by the one file that does
// the checking (named beside it). Relies on nothing.

declare const brand: unique symbol
type Brand<T, Name extends string> = T & { readonly [brand]: Name }

/** `h_` + 26 characters of base32: the only name of a message downstream of twind. Made in handle.ts. */
export type Handle = Brand<string, 'Handle'>
/** pid, nanoseconds and random of one request to the mail helper. Made in nonce.ts. */
export type Nonce = Brand<string, 'Nonce'>
/** One line of text without markup. Made in text/plain.ts. */
export type Plain = Brand<string, 'Plain'>
/** A Markdown field that no renderer turns into anything. Made in text/inert.ts. */
export type Inert = Brand<string, 'Inert'>
/** Text that cannot control a terminal. Made in text/terminal.ts. */
export type TerminalText = Brand<string, 'TerminalText'>

export const brandHandle = (checked: string): Handle => checked as Handle
export const brandNonce = (checked: string): Nonce => checked as Nonce
export const brandPlain = (checked: string): Plain => checked as Plain
export const brandInert = (checked: string): Inert => checked as Inert
export const brandTerminalText = (checked: string): TerminalText => checked as TerminalText
