// Letters of the sample Maildir with real signatures of example.org, and a name server of this machine that has its key. Relies on
// test/dkim for both.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type NameServer, openNameServer, rsaKey, signed } from '../dkim/signedMail.ts'
import { type Home, mailFiles } from './home.ts'

const SELECTOR = 'scenario'
const key = rsaKey()

/** `raw` signed by `domain`. */
export const signedBy = (domain: string, raw: string): Promise<string> =>
  signed(raw.replaceAll(/\r?\n/g, '\r\n'), { key, domain, selector: SELECTOR })

/** Signs every letter whose From is at `host`, in place, as `domain`. How many it were. */
export async function signLetters({ mail }: Home, host: string, domain: string): Promise<number> {
  let count = 0
  for (const { path } of mailFiles(mail)) {
    const raw = readFileSync(path, 'utf8')
    if (!new RegExp(`^From: .*@${host.replaceAll('.', '\\.')}>$`, 'm').test(raw)) continue
    writeFileSync(path, await signedBy(domain, raw))
    count++
  }
  return count
}

/** Puts one more letter into the inbox, unread. */
export function receive({ mail }: Home, name: string, raw: string): void {
  writeFileSync(join(mail, 'new', `${Math.floor(Date.now() / 1_000)}.${name}.example`), raw)
}

/** Turns look-ups on, with a name server that has the key of `domains`. */
export async function withKeys(home: Home, domains: readonly string[]): Promise<NameServer> {
  const server = await openNameServer(
    Object.fromEntries(domains.map(domain => [`${SELECTOR}._domainkey.${domain}`, [key.record]])),
  )
  onTestFinished(() => server.close())
  home.edit({ 'lookup = false': `lookup = true\nserver = "${server.address}"` })
  return server
}
