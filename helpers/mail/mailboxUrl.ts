// A mailbox's URL as Mail stores it: <scheme>://<account>/<percent-encoded path>. Pure. The account is the host part as it
// stands (a UUID since V7); a URL that does not parse belongs to no account. Relies on apple-mail-store.md 1.4.

export interface MailboxUrl {
  /** Lower case: imap, ews, pop, local. */
  readonly scheme: string
  /** The host part as it stands: the name of the account's folder. */
  readonly host: string
  /** Decoded names, outermost first; NFC. */
  readonly path: readonly string[]
}

const FORM = /^([a-z][a-z0-9+.-]{0,15}):\/\/([^/]{1,300})\/(.*)$/is

export function parseMailboxUrl(url: string): MailboxUrl | undefined {
  const [, scheme = '', host = '', path = ''] = FORM.exec(url) ?? []
  const names = path.split('/').filter(Boolean).map(decoded)
  return scheme && names.length > 0 ? { scheme: scheme.toLowerCase(), host, path: names } : undefined
}

/** A name that is no valid percent-encoding is taken as it stands: Mail leaves some characters raw. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name).normalize('NFC')
  } catch {
    return name.normalize('NFC')
  }
}
