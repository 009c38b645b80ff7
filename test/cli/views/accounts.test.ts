// Mailboxes and what is found in them as a person reads them; no word of a sender makes a line of twin's.
import { describe, expect, test } from 'vitest'
import { rendered } from '../../../cli/output.ts'
import {
  accountAdded,
  accountsListed,
  accountsSearched,
  accountsSynced,
} from '../../../cli/views/accounts.ts'
import type { View } from '../../../cli/views/view.ts'
import { DESCRIPTOR } from '../../daemon/store/fakeAdapter.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const shown = (view: View, output: unknown, columns = 100): string =>
  rendered(view(output, { columns, now: () => NOW, platform: 'linux' }).lines, false)

const account = {
  name: 'home',
  adapter: 'maildir',
  path: '/mail/home',
  synced: NOW / 1_000,
  whole: true,
  capabilities: { ...DESCRIPTOR, verbs: ['flag.add'] },
  messages: 3,
  unparsed: 1,
  absent: 1,
  sharedIds: 1,
  problems: ['a folder cannot be listed'],
}
const found = {
  date: NOW / 1_000,
  from: { name: 'Ann', address: 'ann@example.org' },
  subject: 'The lease',
  collections: ['INBOX', 'Kept'],
  flags: [],
  tags: [],
  dkim: { state: 'pass', domain: 'example.org', why: null },
  known: true,
  thread: 1,
  bySubject: false,
  bytes: 9,
  problem: null,
}

describe('accounts as lines', () => {
  test('tell what was added, and what to do next', () => {
    const text = '\n[accounts.home]\nadapter = "maildir"\npath = "/mail/home"\n'
    const output = {
      name: 'home',
      file: '/t/twin.toml',
      text,
      about: 'a maildir++',
      capabilities: DESCRIPTOR,
    }
    expect(shown(accountAdded, output)).toBe(
      [
        'a maildir++: it is added to /t/twin.toml:',
        '  [accounts.home]',
        '  adapter = "maildir"',
        '  path = "/mail/home"',
        'It can be read, and holds tags.',
        '"twin sync home" brings its mail into the local store.',
        '',
      ].join('\n'),
    )
  })
  test('list each mailbox with everything that is not as it should be', () => {
    const text = shown(accountsListed, {
      accounts: [account, { ...account, name: 'old', path: null, adapter: null, synced: null, whole: false }],
    })
    expect(text).toContain('home     maildir  /mail/home')
    for (const sentence of [
      'home: it can be read and changed by flag.add, and holds tags',
      'home: 1 message could not be parsed',
      'home: 1 message could not be taken in: too large, or not to be read',
      'home: 1 Message-ID on several messages that differ',
      'home: a folder cannot be listed',
      'old: its mail is still in the store: remove state/store/old to be rid of it',
    ])
      expect(text).toContain(sentence)
    expect(text).toContain('never, then one that was cut off')
    expect(shown(accountsListed, { accounts: [] })).toContain('No mailbox yet')
  })
  test('tell what a sync brought, and end with the refusal of one that failed', () => {
    const counts = { listed: 4, added: 2, changed: 1, gone: 1, unparsed: 0, messages: 3 }
    const refusal = { code: 'no-store', is: 'no Maildir', wanted: 'one', fix: 'name one' }
    const output = {
      synced: [{ account: 'home', ...counts, problems: ['one is too large'] }],
      failed: [{ account: 'work', refusal }],
    }
    const text = shown(accountsSynced, output)
    expect(text).toMatch(/home +2 +1 +1 +0 +3\n/)
    expect(text).toContain('home: one is too large')
    expect(text).toContain('work: not synced: no Maildir; name one')
    const { problem } = accountsSynced(output, { columns: 80, now: () => NOW, platform: 'linux' })
    expect(problem).toEqual(refusal)
  })
})

describe('what is found as lines', () => {
  const output = {
    account: 'home',
    messages: [found],
    matched: 5,
    more: 4,
    synced: NOW / 1_000,
    notes: ['odd'],
  }
  test('shows beside each From what signed the message', () => {
    const text = shown(accountsSearched, output)
    expect(text).toContain('from, as it says')
    expect(text).toMatch(/ann@example\.org +The lease +example\.org, known +INBOX, Kept/)
    expect(text).toContain('5 messages, of which 4 are not shown, as of the sync today')
    expect(text).toContain('\nodd\n')
    const failed = { ...found, dkim: { state: 'fail', domain: null, why: 'x' }, known: false }
    expect(shown(accountsSearched, { ...output, messages: [failed] })).toMatch(/The lease +fail +INBOX/)
  })
  test('makes no line, and obeys nothing, of what a sender wrote', () => {
    const words = '\n5 messages, as of the sync today\u001B[2J\u202E'
    const message = {
      ...found,
      subject: `x${words}`,
      from: { name: words, address: `a@b.test${words}` },
      collections: [`INBOX${words}`],
      dkim: { state: 'none', domain: null, why: null },
      known: false,
    }
    for (const columns of [40, 100]) {
      const text = shown(accountsSearched, { ...output, messages: [message] }, columns)
      for (const character of ['\u001B', '\u202E']) expect(text).not.toContain(character)
      expect(text.split('\n').filter(line => line.startsWith('5 messages'))).toHaveLength(1)
    }
  })
  test('says of what could not be parsed why', () => {
    const message = { ...found, from: { name: '', address: '' }, subject: '', problem: 'took more than 60 s' }
    expect(shown(accountsSearched, { ...output, messages: [message] })).toContain(
      '(not parsed: took more than 60 s)',
    )
  })
})
