// A spool of a test with one account behind it, "home", and changes of mail to propose. Relies on site.ts for everything real and on
// fakeAccount.ts for the mailbox.
import type { RunProposed } from '../../../daemon/world.ts'
import type { MailChange } from '../../../protocol/mailChange.ts'
import { parsePolicy, type Policy } from '../../../protocol/policy.ts'
import { fakeAccount, type FakeAccount, idOf } from './fakeAccount.ts'
import { newSite, type Site, valueOf } from './site.ts'

export const HOME = '[accounts.home]\nadapter = "maildir"\npath = "/mail"\n'
export const AUTO = {
  'mail.collection': 'auto',
  'mail.flag': 'auto',
  'mail.trash': 'auto',
  'mail.draft': 'auto',
}
export const PROPOSE = {
  'mail.collection': 'propose',
  'mail.flag': 'propose',
  'mail.trash': 'propose',
  'mail.expunge': 'propose',
  'mail.draft': 'propose',
}

/** A change of the message `key` that lies in INBOX. */
export const change = (key: string, changes: Partial<MailChange> = {}): MailChange => ({
  account: 'home',
  verb: 'collection.add',
  message: { id: idOf('INBOX', key), collection: 'INBOX', sha256: 'a'.repeat(60) + key.padStart(4, '0') },
  shown: { from: 'ann@example.org', subject: `letter ${key}`, date: 1_764_480_000 },
  to: 'Receipts',
  resembles: null,
  ask: 'auto',
  draft: null,
  undoes: null,
  ...changes,
})

export interface MailSite extends Site {
  readonly account: FakeAccount
  /** Proposes in the name of the run "receipts"; each change gets a nonce of its place. */
  readonly propose: (changes: readonly MailChange[], rate?: number) => Promise<RunProposed>
  /** The ids of the proposals in a state, by the time that they were filed. */
  readonly idsIn: (state: 'pending' | 'approved' | 'applying' | 'applied' | 'refused' | 'stuck') => string[]
}

export function mailSite(
  grants: Readonly<Record<string, string>>,
  keys: readonly string[] = ['1', '2', '3'],
  changes: Partial<Site['parts']> = {},
): MailSite {
  const account = fakeAccount({ INBOX: keys })
  const site = newSite({ openAdapter: account.open, ...changes })
  site.configure(HOME)
  site.grant(grants)
  const idsIn: MailSite['idsIn'] = state => valueOf(site.spool.list([state])).map(({ id }) => id)
  return {
    ...site,
    account,
    idsIn,
    propose: async (wanted, rate = 1_000) =>
      valueOf(
        await site.spool.propose(
          { name: 'receipts', rate },
          wanted.map((one, at) => ({ nonce: `nonce-${String(at).padStart(4, '0')}`, change: one })),
          { signal: new AbortController().signal, progress: () => undefined },
        ),
      ),
  }
}

export const policyWith = (grants: Readonly<Record<string, string>>): Policy =>
  valueOf(
    parsePolicy(
      `[capabilities]\n${Object.entries(grants)
        .map(([name, grant]) => `"${name}" = "${grant}"\n`)
        .join('')}`,
    ),
  )
