// Mailbox URLs as real stores have them, and what is none.
import { describe, expect, it } from 'vitest'
import { parseMailboxUrl } from '../../../helpers/mail/mailboxUrl.ts'

describe('parseMailboxUrl', () => {
  it('decodes each level on its own', () => {
    expect(parseMailboxUrl('imap://AB-1/%5BGmail%5D/All%20Mail')).toEqual({
      scheme: 'imap',
      host: 'AB-1',
      path: ['[Gmail]', 'All Mail'],
    })
    expect(parseMailboxUrl('imap://AB-1/a%2Fb/c')?.path).toEqual(['a/b', 'c'])
    expect(parseMailboxUrl('imap://AB-1/Agent/%F0%9F%A7%BE%20Invoices')?.path).toEqual([
      'Agent',
      '🧾 Invoices',
    ])
  })
  it('takes characters that Mail leaves raw as they stand', () => {
    expect(parseMailboxUrl('local://AB-1/Recovered%20Messages%20(X)')?.path).toEqual([
      'Recovered Messages (X)',
    ])
    expect(parseMailboxUrl('imap://AB-1/50%')?.path).toEqual(['50%'])
    expect(parseMailboxUrl('imap://AB-1/%E0%A4%A')?.path).toEqual(['%E0%A4%A'])
  })
  it('brings names to one Unicode form', () => {
    expect(parseMailboxUrl('imap://AB-1/Re%CC%81sume%CC%81')?.path).toEqual(['Résumé'])
  })
  it('refuses what has no scheme, no host or no path', () => {
    for (const url of [
      '',
      'not a url at all',
      'imap:///INBOX',
      'imap://AB-1',
      'imap://AB-1/',
      '://x/y',
      'a'.repeat(99),
    ])
      expect(parseMailboxUrl(url), url).toBeUndefined()
  })
  it('keeps the host as it stands and the scheme in lower case', () => {
    expect(parseMailboxUrl('EWS://aB-1/Inbox')).toMatchObject({ scheme: 'ews', host: 'aB-1' })
  })
})
