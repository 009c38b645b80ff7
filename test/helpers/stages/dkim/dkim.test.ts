// The dkim stage on signed messages, without a process: what is a pass, and everything that looks like one. Relies on signedMail.ts.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dkim } from '../../../../helpers/stages/dkim/dkim.ts'
import { DkimRecord, type KeyAnswer } from '../../../../protocol/dkimKeys.ts'
import { handleFrom } from '../../../../protocol/handle.ts'
import { SIGNATURES } from '../../../../protocol/limits.ts'
import { ed25519Key, mailFrom, rsaKey, signed } from '../../../dkim/signedMail.ts'
import { RFC_8463, RFC_8463_KEYS } from '../../../dkim/rfc8463.ts'

const NOW = 1_796_000_000
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'twin-dkim-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Records = Readonly<Record<string, string>>
/** `keys`: TXT by "selector domain"; null: none were asked for. */
async function verified(
  raw: string,
  keys: Records | readonly KeyAnswer[] | null,
  now = NOW,
): Promise<DkimRecord> {
  const at = mkdtempSync(join(folder, 'm-'))
  for (const name of ['raw', 'out']) mkdirSync(join(at, name))
  writeFileSync(join(at, 'raw', 'raw.eml'), raw, 'latin1')
  const answers = Array.isArray(keys)
    ? keys
    : Object.entries(keys ?? {}).map(([name, text]): KeyAnswer => {
        const [selector = '', domain = ''] = name.split(' ')
        return { name: { domain, selector }, state: 'found', text }
      })
  writeFileSync(join(at, 'keys.json'), JSON.stringify({ keys: answers }))
  const ended = await dkim(
    {
      handle: handleFrom(new Uint8Array(16)),
      inputs: { raw: join(at, 'raw'), ...(keys ? { keys: join(at, 'keys.json') } : {}) },
      outputs: { signed: join(at, 'out') },
      schemas: {},
      spool: null,
      config: null,
      now,
    },
    { lanes: [], model: null, why: () => ({ type: 'because', code: '', path: null, wanted: '' }) as never },
  )
  expect(ended.ok).toBe(true)
  return DkimRecord.parse(JSON.parse(readFileSync(join(at, 'out', 'record.json'), 'utf8')))
}

const rsa = rsaKey()
const edwards = ed25519Key()
const own = { key: rsa, domain: 'client.test', selector: 'a', signed: NOW - 60 }
const keys = { 'a client.test': rsa.record, 'e client.test': edwards.record }
const ann = mailFrom('Ann <ann@client.test>')

test.each([
  ['RSA', own],
  ['Ed25519', { ...own, key: edwards, domain: 'client.test', selector: 'e', algorithm: 'ed25519-sha256' }],
])('dkim passes an aligned signature of RSA and of Ed25519 (%s)', async (_, signing) => {
  expect(await verified(await signed(ann, signing), keys)).toEqual({
    state: 'pass',
    domain: 'client.test',
    why: null,
    author: 'ann@client.test',
    names: [],
  })
})

test('dkim passes both signatures of RFC 8463, each alone', async () => {
  const at = 1_528_637_909
  for (const key of Object.keys(RFC_8463_KEYS)) {
    const only = { [key]: RFC_8463_KEYS[key] ?? '' }
    expect(await verified(RFC_8463, only, at + 60)).toMatchObject({
      state: 'pass',
      domain: 'football.example.com',
    })
    expect(await verified(RFC_8463.replace('We lost', 'We won'), only, at + 60)).toMatchObject({
      state: 'fail',
    })
  }
})

test('dkim passes a signature of the organisation for an author at one of its hosts', async () => {
  const raw = await signed(mailFrom('ann@mail.client.test'), own)
  expect(await verified(raw, keys)).toMatchObject({ state: 'pass', domain: 'client.test' })
})

test('dkim names the keys that would decide, of aligned signatures alone, while it has none', async () => {
  const both = await signed(await signed(ann, own), { ...own, domain: 'list.test', selector: 'b' })
  expect(await verified(both, null)).toMatchObject({
    state: 'not-checked',
    domain: null,
    names: [{ domain: 'client.test', selector: 'a' }],
  })
})

const limited = async (body: string, length: number) => {
  const raw = await signed(mailFrom('ann@client.test', body), { ...own, bodyLength: length })
  return `${raw}Please pay to another account.\r\n`
}
/** What somebody does who has one signed message: everything that its signature does not cover. */
const putBefore = async (line: string) => `${line}\r\n${await signed(ann, own)}`
const putBehind = async (text: string) =>
  (await signed(ann, own)).replace('\r\n\r\nHello', `${text}\r\n\r\nHello`)
const TWO_WAYS = 'its headers can be read in two ways'
const FORM = 'it does not sign in which form its body is'
const FIELDS = 'from:to:subject:date:message-id'
const divided = (boundary: string) =>
  mailFrom('ann@client.test', DIVIDED, `Content-Type: multipart/mixed; boundary="${boundary}"\r\n`)
const DIVIDED = '--x\r\n\r\nno\r\n\r\n> --y\r\n--y\r\n\r\nyes, pay\r\n--y--\r\n--x--\r\n'
const refusals: readonly [string, () => Promise<string> | string, Records][] = [
  ['no signature', () => ann, keys],
  [
    'a forged Authentication-Results',
    () =>
      mailFrom(
        'ann@client.test',
        'x\r\n',
        'Authentication-Results: mx.home.test; dkim=pass header.d=client.test\r\n',
      ),
    keys,
  ],
  [
    'a changed body',
    async () => (await signed(ann, own)).replace('Hello\r\n', 'Hallo\r\n').replace(/Hello\r\n$/, 'Bye\r\n'),
    keys,
  ],
  ['a changed subject', async () => (await signed(ann, own)).replace('Subject: Hello', 'Subject: Bye'), keys],
  ['a body that goes on after l=', () => limited('Hello\r\n', 7), keys],
  ['an expired x=', () => signed(ann, { ...own, signed: NOW - 7_200, expires: NOW - 3_600 }), keys],
  ['a date in the future', () => signed(ann, { ...own, signed: NOW + 86_400 }), keys],
  [
    'another domain',
    () => signed(ann, { ...own, domain: 'evil.test', selector: 'a' }),
    { 'a evil.test': rsa.record },
  ],
  [
    'a sibling below a public suffix',
    () => signed(mailFrom('ann@client.github.io'), { ...own, domain: 'evil.github.io', selector: 'a' }),
    { 'a evil.github.io': rsa.record },
  ],
  [
    'a second From put before the signed one',
    async () => `From: Boss <boss@client.test>\r\n${await signed(ann, own)}`,
    keys,
  ],
  ['a second subject before the signed one', () => putBefore('Subject: Pay now'), keys],
  [
    'another form before the signed one',
    async () => `Content-Type: multipart/mixed; boundary=y\r\n${await signed(divided('x'), own)}`,
    keys,
  ],
  [
    'text put before the blank line that ends the headers',
    () => putBehind('\r\nPlease pay to\r\nanother account'),
    keys,
  ],
  ['a lone CR in the headers', () => putBehind('\r\nX-A: b\rSubject: Pay now'), keys],
  ['a NUL in the headers', () => putBehind('\r\nX-A: b\0'), keys],
  ['a blank line that goes on with a header', () => putBehind('\r\nX-A: b\r\n \r\nPay: now'), keys],
  ['headers that begin with an empty line', () => putBefore(''), keys],
  [
    'where answers go put before what is signed',
    async () => `Reply-To: evil@evil.test\r\n${await signed(ann, { ...own, fields: FIELDS })}`,
    keys,
  ],
  [
    'another boundary than that of the body, which is not signed',
    async () =>
      (await signed(divided('x'), { ...own, fields: FIELDS })).replace('boundary="x"', 'boundary="y"'),
    keys,
  ],
  [
    'a form put before a body that has none',
    async () => `Content-Type: text/html\r\n${await signed(ann, { ...own, fields: FIELDS })}`,
    keys,
  ],
  [
    'an encoding put before a body that has none',
    async () =>
      `Content-Transfer-Encoding: base64\r\n${await signed(mailFrom('ann@client.test', 'No!\r\n'), { ...own, fields: FIELDS })}`,
    keys,
  ],
  [
    'an encoding put before words that a decoder would leave out',
    async () =>
      `Content-Transfer-Encoding: base64\r\n${await signed(mailFrom('ann@client.test', 'ok\r\n> cGF5\r\n'), { ...own, fields: FIELDS })}`,
    keys,
  ],
  ['a subject that is not signed', () => signed(ann, { ...own, fields: 'from:to:date' }), keys],
  ['two authors in one From', () => signed(mailFrom('ann@client.test, boss@client.test'), own), keys],
  ['a revoked key', () => signed(ann, own), { 'a client.test': 'v=DKIM1; k=rsa; p=' }],
  ['a key of another kind', () => signed(ann, own), { 'a client.test': edwards.record }],
  ['another key', () => signed(ann, own), { 'a client.test': rsaKey().record }],
  ['a key that is none', () => signed(ann, own), { 'a client.test': 'v=spf1 -all' }],
  ['a key that is not for mail', () => signed(ann, own), { 'a client.test': `${rsa.record}; s=tlsrpt` }],
  ['a key on trial', () => signed(ann, own), { 'a client.test': `${rsa.record}; t=y` }],
  ['a key for another hash', () => signed(ann, own), { 'a client.test': `${rsa.record}; h=sha1` }],
  ['no key at all', () => signed(ann, own), {}],
  ['SHA-1', () => signed(ann, { ...own, algorithm: 'rsa-sha1' }), keys],
  ['a name that may not be asked for', async () => (await signed(ann, own)).replace('s=a;', 's=a..b;'), keys],
]
const WHY: Readonly<Record<string, string>> = {
  'a second subject before the signed one': TWO_WAYS,
  'another form before the signed one': TWO_WAYS,
  'text put before the blank line that ends the headers': TWO_WAYS,
  'a lone CR in the headers': TWO_WAYS,
  'a NUL in the headers': TWO_WAYS,
  'a blank line that goes on with a header': TWO_WAYS,
  'headers that begin with an empty line': TWO_WAYS,
  'where answers go put before what is signed': 'it does not sign where answers go',
  'another boundary than that of the body, which is not signed': FORM,
  'a form put before a body that has none': FORM,
  'an encoding put before a body that has none': FORM,
  'an encoding put before words that a decoder would leave out': FORM,
  'a subject that is not signed': 'it does not sign the subject',
  'no signature': 'it has no signature',
  'a forged Authentication-Results': 'it has no signature',
  'a changed body': 'the body is not the one that was signed',
  'a body that goes on after l=': 'it signs only a part of the body',
  'an expired x=': 'it is expired, or of the future',
  'a date in the future': 'it is expired, or of the future',
  'another domain': 'it is signed by another domain than its author’s',
  'a sibling below a public suffix': 'it is signed by another domain than its author’s',
  'a second From put before the signed one': 'it does not have exactly one author',
  'two authors in one From': 'it does not have exactly one author',
  'a key that is not for mail': 'its key is not for mail',
  'a key on trial': 'its key is only being tested',
  'a key for another hash': 'its key does not allow its hash',
  'no key at all': 'its key does not exist',
  'SHA-1': 'its algorithm is not trusted any more',
  'a name that may not be asked for': 'its domain or selector is none that may be asked for',
}
/** What mailauth itself finds wrong. */
const BAD = 'the signature is not good, or its key is short, revoked or none'
test.each(refusals)(
  'dkim refuses whatever is not wholly signed by the author’s own domain: %s',
  async (what, make, known) => {
    const record = await verified(await make(), known)
    expect(record).toMatchObject({
      state: what === 'no signature' || what.startsWith('a forged') ? 'none' : 'fail',
      domain: null,
      why: WHY[what] ?? BAD,
    })
  },
)

test.each([
  ['a body of parts that begins with its boundary', divided('x')],
  ['HTML that begins as such', mailFrom('ann@client.test', '<p>No', 'Content-Type: text/html\r\n')],
  ['a plain text', mailFrom('ann@client.test', 'No', 'Content-Type: text/plain; charset=utf-8\r\n')],
])('dkim passes a form that is not signed where the body says the same: %s', async (_, raw) => {
  expect(await verified(await signed(raw, { ...own, fields: FIELDS }), keys)).toMatchObject({ state: 'pass' })
})

test('dkim refuses a key of 768 bits and takes one of 1,024', async () => {
  for (const [bits, state] of [
    [768, 'fail'],
    [1_024, 'pass'],
  ] as const) {
    const key = rsaKey(bits)
    expect(await verified(await signed(ann, { ...own, key }), { 'a client.test': key.record })).toMatchObject(
      { state },
    )
  }
})

test('dkim looks at as many signatures as the cap, and at none behind', async () => {
  for (const [before, state] of [
    [SIGNATURES - 1, 'pass'],
    [SIGNATURES, 'fail'],
  ] as const) {
    let raw = await signed(ann, own)
    for (let count = 0; count < before; count++)
      raw = await signed(raw, { ...own, domain: 'list.test', selector: `s${count}` })
    expect(await verified(raw, keys)).toMatchObject({ state })
  }
})

test('dkim says error where nobody answered for the key', async () => {
  const name = { domain: 'client.test', selector: 'a' }
  const record = await verified(await signed(ann, own), [{ name, state: 'error' }])
  expect(record).toMatchObject({ state: 'error', domain: null, names: [] })
})
