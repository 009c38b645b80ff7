// DKIM of messages that enter the store, with the real confined processes and a name server of this machine. Relies on dist/ being
// built from this source, as `npm test` does first.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askKeys } from '../../../daemon/dkim/askKeys.ts'
import { nameServer } from '../../../daemon/dkim/nameServer.ts'
import { verifyDkim } from '../../../daemon/dkim/verifyDkim.ts'
import { loadStages } from '../../../daemon/runs/loadStages.ts'
import { performStep } from '../../../daemon/stages/performStep.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { KEY_SECONDS, KEYS_AT_ONCE } from '../../../protocol/limits.ts'
import type { ParsedMessage } from '../../../protocol/message.ts'
import { done } from '../../../protocol/refusal.ts'
import { mailFrom, type NameServer, openNameServer, rsaKey, signed } from '../../dkim/signedMail.ts'

const dist = join(packageRoot, 'dist')
const NOW = 1_796_000_000
let folder = ''
let server: NameServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twin-signed-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server?.close()
  server = undefined
})

const key = rsaKey()
const signing = { key, domain: 'client.test', selector: 'a', signed: NOW - 60 }
const author = (address: string, more: Partial<ParsedMessage> = {}) =>
  ({ from: [{ name: '', address }], fromHeaders: 1, ...more }) as ParsedMessage

function verifier(settings: { lookup: boolean; server?: string }) {
  const loaded = loadStages(dist)
  const stage = loaded.ok ? loaded.value.stages.get('dkim@1') : undefined
  if (!stage) throw new Error('Cannot find the stage dkim: wanted dist/ to be built')
  return verifyDkim({
    performStep,
    stage: () => done(stage),
    work: join(folder, 'work'),
    settings: () => settings,
    dist,
    now: () => NOW * 1_000,
  })
}
let count = 0
function entering(raw: string, parsed: ParsedMessage) {
  const path = join(folder, `${count++}.eml`)
  writeFileSync(path, raw)
  return { sha256: createHash('sha256').update(raw).digest('hex'), raw: path, parsed, received: null }
}
const never = new AbortController().signal

test('verifyDkim asks for each key once and passes what it signs, and forged mail beside it fails', async () => {
  server = await openNameServer({ 'a._domainkey.client.test': [key.record] })
  const good = await signed(mailFrom('ann@client.test'), signing)
  const mails = [
    entering(good, author('ann@client.test')),
    entering(good.replace(/Hello\r\n$/, 'Pay\r\n'), author('ann@client.test')),
    entering(mailFrom('ann@client.test'), author('ann@client.test')),
    entering(await signed(mailFrom('boss@client.test'), signing), author('boss@client.test')),
  ]
  const states = await verifier({ lookup: true, server: server.address })(mails, never)
  expect(states.map(({ state, domain }) => [state, domain])).toEqual([
    ['pass', 'client.test'],
    ['fail', null],
    ['none', null],
    ['pass', 'client.test'],
  ])
  expect(server.asked).toEqual(['a._domainkey.client.test'])
})

test('verifyDkim asks nobody and says not-checked until a person turns look-ups on', async () => {
  server = await openNameServer({ 'a._domainkey.client.test': [key.record] })
  const mail = entering(await signed(mailFrom('ann@client.test'), signing), author('ann@client.test'))
  const off = await verifier({ lookup: false, server: server.address })([mail], never)
  expect(off).toEqual([{ state: 'not-checked', domain: null, why: null }])
  expect(server.asked).toEqual([])
  const on = await verifier({ lookup: true, server: server.address })([mail], never)
  expect(on).toMatchObject([{ state: 'pass' }])
})

test.each([
  ['another author', author('boss@client.test')],
  ['two From fields', author('ann@client.test', { fromHeaders: 2 })],
  ['no author', author('ann@client.test', { from: [] })],
])('verifyDkim passes nothing whose shown author is read in another way: %s', async (_, parsed) => {
  server = await openNameServer({ 'a._domainkey.client.test': [key.record] })
  const raw = await signed(mailFrom('ann@client.test'), signing)
  const states = await verifier({ lookup: true, server: server.address })(
    [entering(raw, parsed), entering(raw, author('ANN@client.test'))],
    never,
  )
  expect(states).toMatchObject([{ state: 'fail', domain: null }, { state: 'pass' }])
})

test('verifyDkim says error where no name server listens, and the mail is kept as it is', async () => {
  const closed = await openNameServer({})
  await closed.close()
  const raw = await signed(mailFrom('ann@client.test'), signing)
  const mail = entering(raw, author('ann@client.test'))
  expect(await verifier({ lookup: true, server: closed.address })([mail], never)).toMatchObject([
    { state: 'error' },
  ])
  expect(readFileSync(mail.raw, 'utf8')).toBe(raw)
})

const names = (amount: number) =>
  Array.from({ length: amount }, (_, at) => ({ domain: 'client.test', selector: `s${at}` }))
const site = (address: string) => {
  const end = nameServer({ lookup: true, server: address })
  if (!end.ok) throw new Error('Cannot find the name server')
  return { dist, server: end.value, now: NOW, signal: never }
}

test('resolve hands on a key and says absent, error and nothing else of the rest', async () => {
  server = await openNameServer({
    's0._domainkey.client.test': ['v=DKIM1; p=x'],
    's1._domainkey.client.test': ['one', 'two'],
  })
  const answers = [...(await askKeys(site(server.address), names(3))).values()]
  expect(answers.map(({ state }) => state)).toEqual(['found', 'error', 'absent'])
})

test('askKeys asks for as many names at once as the cap, and for one more in a second turn', async () => {
  server = await openNameServer({})
  const answers = await askKeys(site(server.address), [...names(KEYS_AT_ONCE + 1), ...names(1)])
  expect([...answers.values()].map(({ state }) => state)).toEqual(
    Array.from({ length: KEYS_AT_ONCE + 1 }, () => 'absent'),
  )
  expect(server.asked).toHaveLength(KEYS_AT_ONCE + 1)
})

test(
  'resolve gives what has come when its seconds are over',
  { timeout: (KEY_SECONDS + 20) * 1_000 },
  async () => {
    server = await openNameServer({ 's0._domainkey.client.test': null })
    const answers = [...(await askKeys(site(server.address), names(2))).values()]
    expect(answers.map(({ state }) => state)).toEqual(['error', 'absent'])
  },
)

test('nameServer takes the one of twin.toml, else the first of resolv.conf, else none', () => {
  const conf = join(folder, 'resolv.conf')
  expect(nameServer({ lookup: true, server: '[::1]:5353' }, conf)).toEqual(
    done({ addresses: ['::1'], port: 5_353 }),
  )
  expect(nameServer({ lookup: true }, conf)).toMatchObject({ ok: false, refusal: { code: 'config' } })
  writeFileSync(
    conf,
    '# x\nsearch home\nnameserver 192.0.2.1\nnameserver evil\noptions edns0\nnameserver 2001:db8::1\n',
  )
  expect(nameServer({ lookup: true }, conf)).toEqual(
    done({ addresses: ['192.0.2.1', '2001:db8::1'], port: 53 }),
  )
})
