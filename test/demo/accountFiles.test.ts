// Accounts4 and the property lists of a built store, read by other means than those that wrote them. Relies on bplist-parser for
// the binary lists and on the documented rows of Accounts4.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseBuffer } from 'bplist-parser'
import { parse } from 'plist'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { generatedSummary, keyedArchive } from '../../demo/store/keyedArchive.ts'
import { storePaths } from '../../demo/storePaths.ts'
import { awkwardAccounts } from '../fixtures/awkwardAccounts.ts'
import { awkwardStore } from '../fixtures/awkward.ts'
import { cachePath } from '../fixtures/hostilePlists.ts'
import { query } from '../fixtures/readStore.ts'

const folder = mkdtempSync(join(tmpdir(), 'twin-accounts-'))
const { accountsDb, mail } = storePaths(folder)
beforeAll(() => buildStore(folder, awkwardStore(1_796_000_000)))
afterAll(() => rmSync(folder, { recursive: true }))

const uuidOf = (key: string): string => awkwardAccounts.find(account => account.key === key)?.uuid ?? ''

/** The name of an account as a reader finds it: the first that is not blank along at most five parents. */
function nameOf(key: string): string | undefined {
  const rows = query<{ name: string | null; up: bigint | null }>(
    accountsDb,
    `WITH RECURSIVE chain (pk, hop) AS (
       SELECT Z_PK, 0 FROM ZACCOUNT WHERE ZIDENTIFIER = ?
       UNION ALL
       SELECT a.ZPARENTACCOUNT, hop + 1 FROM chain JOIN ZACCOUNT a ON a.Z_PK = chain.pk
         WHERE a.ZPARENTACCOUNT IS NOT NULL AND hop < 5)
     SELECT a.ZACCOUNTDESCRIPTION AS name, a.ZPARENTACCOUNT AS up
       FROM chain JOIN ZACCOUNT a ON a.Z_PK = chain.pk ORDER BY hop`,
    uuidOf(key),
  )
  return rows.map(({ name }) => name?.trim() ?? '').find(name => name !== '')
}

test.each([
  ['gmail', 'Gmail Main'],
  ['icloud', 'iCloud Home'],
  ['exchange', 'Office 365'],
  ['twin-a', 'Twins'],
  ['twin-b', 'Twins'],
  ['padded', 'Padded name'],
  ['blank', 'Gmail Main'],
  ['chain-5-0', 'Named 5 hops up'],
  ['chain-6-0', undefined],
  ['cycle-a', undefined],
  ['cycle-self', undefined],
  ['lost', undefined],
  ['nameless', undefined],
  ['no-row', undefined],
  ['local', undefined],
])('the account %s is named %s by its own row or its parents', (key, name) => {
  expect(nameOf(key)).toBe(name)
})

test('accounts without a row of their own are absent from Accounts4', () => {
  const rows = (key: string) =>
    query(accountsDb, 'SELECT Z_PK FROM ZACCOUNT WHERE ZIDENTIFIER = ?', uuidOf(key)).length
  expect([rows('no-row'), rows('local'), rows('gmail')]).toEqual([0, 0, 1])
})

test('account types carry the identifiers that Apple uses', () => {
  const types = query<{ t: string }>(
    accountsDb,
    `SELECT DISTINCT t.ZIDENTIFIER AS t FROM ZACCOUNT a JOIN ZACCOUNTTYPE t ON t.Z_PK = a.ZACCOUNTTYPE ORDER BY 1`,
  )
  expect(types.map(({ t }) => t.replace('com.apple.account.', ''))).toEqual([
    'AppleAccount',
    'CalDAV',
    'Exchange',
    'Google',
    'IMAP',
    'IMAPMail',
    'POP',
  ])
})

type Archive = Record<'$archiver' | '$version' | '$top' | '$objects', unknown>
const unarchived = (bytes: Uint8Array): Archive | undefined => parseBuffer<Archive>(Buffer.from(bytes))[0]
const uid = (index: number) => expect.objectContaining({ UID: index })

test.each(['alias@gmail.example', 'ö@x.example', 'a'.repeat(300), ''])(
  'the archived string %j is read back by another parser',
  text => {
    const archive = unarchived(keyedArchive(text))
    expect(archive?.$archiver).toBe('NSKeyedArchiver')
    expect(archive?.$version).toBe(100_000)
    expect(archive?.$top).toEqual({ root: uid(1) })
    expect(archive?.$objects).toEqual(['$null', text])
  },
)

test('archived arrays and dictionaries name their parts by UID', () => {
  expect(unarchived(keyedArchive([{ IsEnabled: true, Count: 20 }]))?.$objects).toEqual([
    '$null',
    { 'NS.objects': [uid(2)] },
    { 'NS.keys': [uid(3), uid(4)], 'NS.objects': [uid(5), uid(6)] },
    'IsEnabled',
    'Count',
    true,
    20,
  ])
})

test('a generated summary leads from its root to both texts', () => {
  const objects = unarchived(generatedSummary('Top', 'Synopsis'))?.$objects
  expect(objects).toMatchObject({
    1: { EFPropertyKey_topLine: uid(2), EFPropertyKey_synopsis: uid(4) },
    2: { NSString: uid(3) },
    3: 'Top',
    4: { NSString: uid(5) },
    5: 'Synopsis',
  })
})

test('identity and aliases of an account are properties of its row', () => {
  const rows = query<{ key: string; value: Uint8Array }>(
    accountsDb,
    `SELECT p.ZKEY AS key, p.ZVALUE AS value FROM ZACCOUNTPROPERTY p JOIN ZACCOUNT a ON a.Z_PK = p.ZOWNER
       WHERE a.ZIDENTIFIER = ? ORDER BY p.ZKEY`,
    uuidOf('gmail'),
  )
  expect(rows.map(({ key }) => key)).toEqual(['EmailAliases', 'IdentityEmailAddress'])
  const texts = rows.map(({ value }) => unarchived(value)?.$objects)
  expect(texts[0]).toContain('second-alias@gmail.example')
  expect(texts[1]).toContain('alias@gmail.example')
})

test('PersistenceInfo names the version folder and the store', () => {
  expect(parse(readFileSync(join(mail, 'PersistenceInfo.plist'), 'utf8'))).toMatchObject({
    LastUsedVersionDirectoryName: 'V10',
    VersionDirectoryIdentifiers: { V10: expect.stringMatching(/^[0-9A-F-]{36}$/) },
  })
})

interface Node {
  MailboxPathComponent: string
  IMAPMailboxAttributes?: number
  IMAPMailboxChildren: Record<string, Node>
}

test('a mailbox tree in XML tells Sent by its role bit and nests as the paths do', () => {
  const { mboxes } = parse(readFileSync(cachePath(folder, uuidOf('gmail')), 'utf8')) as unknown as {
    mboxes: Record<string, Node>
  }
  const gmail = mboxes['[Gmail]']
  expect(gmail?.IMAPMailboxAttributes).toBe(undefined)
  expect(gmail?.IMAPMailboxChildren['Sent Mail']?.IMAPMailboxAttributes).toBe(0x8040)
  expect(mboxes['INBOX']?.IMAPMailboxAttributes).toBe(0x40)
})

test('a mailbox tree in binary form says the same as one in XML would', () => {
  const bytes = readFileSync(cachePath(folder, uuidOf('icloud')))
  expect(bytes.subarray(0, 8).toString()).toBe('bplist00')
  const [root] = parseBuffer<{ mboxes: Record<string, Node> }>(bytes)
  expect(root?.mboxes['Sent Messages']?.IMAPMailboxAttributes).toBe(0x8040)
  const reports = root?.mboxes['Agent']?.IMAPMailboxChildren['Reports']?.IMAPMailboxChildren['2026']
  expect(reports?.MailboxPathComponent).toBe('2026')
})
