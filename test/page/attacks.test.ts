// The page attacked by requests: a forged form, another origin, another name for the address, a link used twice, a stolen cookie,
// clocks that move. Every attack has a control that differs in that one thing and goes through.
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { PAGE_FORM_BYTES, PAGE_LINK_SECONDS, PAGE_MINUTES } from '../../protocol/limits.ts'
import { done, refused } from '../../protocol/refusal.ts'
import { agents, answers, digestOf, flagged, proposal } from './answersDouble.ts'
import { fieldsOf, type Served, served, type SignedIn } from './served.ts'
import type { Double } from './worldDouble.ts'

const APPROVE = '[ui]\napprove = true\n'
const one = proposal('one')
const serve = (toml = APPROVE) => served(answers([one]), toml)
const decided = ({ asked }: Double) => asked.filter(({ asked: { name } }) => /approve|refuse/.test(name))

/** The fields of a valid approval of `one`. */
async function approval(session: SignedIn): Promise<Record<string, string>> {
  const { body } = await session.get(`proposals/${one.id}`)
  return { ...fieldsOf(body, 'approve'), typed: one.digest.slice(0, 4) }
}

async function ready(
  toml = APPROVE,
): Promise<{ site: Served; session: SignedIn; fields: Record<string, string> }> {
  const site = await serve(toml)
  const session = await site.signIn()
  return { site, session, fields: await approval(session) }
}

test('an approval of the page goes through the gate as the door ui, confirmed, with the digest that was shown', async () => {
  const { site, session, fields } = await ready()
  const reply = await session.post('approve', fields)
  expect(reply.status).toBe(303)
  expect(decided(site.double)).toEqual([
    {
      channel: { door: 'ui', agent: null, terminal: false },
      asked: { name: 'proposals.approve', input: { ids: [one.id], digest: one.digest }, confirm: true },
    },
  ])
})

test('a refusal of the page goes through the gate and wants no typing', async () => {
  const { site, session } = await ready()
  const { body } = await session.get(`proposals/${one.id}`)
  expect((await session.post('refuse', fieldsOf(body, 'refuse'))).status).toBe(303)
  expect(decided(site.double)[0]?.asked).toEqual({
    name: 'proposals.refuse',
    input: { ids: [one.id] },
    confirm: true,
  })
})

test.each([
  ['another origin', { origin: 'http://127.0.0.1:9' }],
  ['the same host without its port', { origin: 'http://127.0.0.1' }],
  ['localhost, which is another name', { origin: 'http://localhost' }],
  ['an opaque origin', { origin: 'null' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another port of the same host', { 'sec-fetch-site': 'same-site' }],
  ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ['a script', { 'sec-fetch-dest': 'empty' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['JSON', { 'content-type': 'application/json' }],
  ['no cookie', { cookie: '' }],
  ['a guessed cookie', { cookie: `twin=${'0'.repeat(64)}` }],
])('a form that comes from %s changes nothing', async (_what, headers) => {
  const { site, session, fields } = await ready()
  expect((await session.post('approve', fields, headers)).status).toBe(403)
  expect(decided(site.double)).toEqual([])
  expect((await session.post('approve', fields)).status).toBe(303)
})

test('a form without an Origin changes nothing, whatever else it has', async () => {
  const { site, session, fields } = await ready()
  const reply = await site.send(`/s/${session.place}/approve`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { cookie: session.cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(reply.status).toBe(403)
  expect(decided(site.double)).toEqual([])
})

test.each([
  ['none', { proof: '' }],
  ['a guessed one', { proof: '0'.repeat(64) }],
  ['another digest', { digest: digestOf('other') }],
  ['an unknown field', { also: '1' }],
])('a form whose proof is of this session but has %s changes nothing', async (_what, changed) => {
  const { site, session, fields } = await ready()
  expect((await session.post('approve', { ...fields, ...changed })).status).toBe(403)
  expect(decided(site.double)).toEqual([])
})

test('the proof of a refusal does not approve', async () => {
  const { site, session, fields } = await ready()
  const { body } = await session.get(`proposals/${one.id}`)
  const { proof = '' } = fieldsOf(body, 'refuse')
  expect((await session.post('approve', { ...fields, proof })).status).toBe(403)
  expect(decided(site.double)).toEqual([])
})

test('the proof of an earlier session does not approve in a later one', async () => {
  const { site, fields } = await ready()
  const later = await site.signIn()
  expect((await later.post('approve', fields)).status).toBe(403)
  expect((await later.post('approve', await approval(later))).status).toBe(303)
})

test('a field that is sent twice changes nothing', async () => {
  const { site, session, fields } = await ready()
  const body = `${new URLSearchParams(fields).toString()}&typed=${one.digest.slice(0, 4)}`
  const reply = await site.send(`/s/${session.place}/approve`, {
    method: 'POST',
    body,
    headers: {
      cookie: session.cookie,
      origin: site.origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(reply.status).toBe(403)
})

test.each(['', '0', 'zzzz', one.digest.slice(0, 3), one.digest.slice(1, 5)])(
  'an approval with %j typed for the digest changes nothing',
  async typed => {
    const { site, session, fields } = await ready()
    expect((await session.post('approve', { ...fields, typed })).status).toBe(422)
    expect(decided(site.double)).toEqual([])
  },
)

test('an approval of what has changed since it was shown changes nothing and says so', async () => {
  const { site, session, fields } = await ready()
  const other = { ...one, digest: digestOf('edited') }
  for (const [name, answer] of Object.entries(answers([other]))) site.double.answers.set(name, answer)
  const reply = await session.post('approve', fields)
  expect(reply.status).toBe(409)
  expect(reply.body).toContain('it has changed since the page showed it')
  expect(decided(site.double)).toEqual([])
})

test('what the gate refuses is shown and not called done', async () => {
  const { site, session, fields } = await ready()
  const denied = refused('denied', { is: 'risk is high', wanted: 'a terminal', fix: 'use it' })
  site.double.answers.set('proposals.approve', denied)
  const reply = await session.post('approve', fields)
  expect(reply.status).toBe(403)
  expect(reply.body).toContain('risk is high')
  expect((await session.get('')).body).not.toContain('Approved:')
})

test.each([
  ['a name that was rebound to this address', 'evil.test'],
  ['a name and the right port', (port: string) => `evil.test:${port}`],
  ['localhost', (port: string) => `localhost:${port}`],
  ['this machine by its other address', (port: string) => `[::1]:${port}`],
  ['every address', (port: string) => `0.0.0.0:${port}`],
  ['the address without the port', '127.0.0.1'],
])('a request for %s is not answered', async (_what, host) => {
  const { site, session } = await ready()
  const { port } = new URL(site.origin)
  const asked = typeof host === 'string' ? host : host(port)
  const reply = await session.get('', { host: asked })
  expect(reply.status).toBe(403)
  expect(reply.body).toBe('Not answered: this page has another address.\n')
  expect((await session.get('')).status).toBe(200)
})

test('no address changes anything when it is only read', async () => {
  const { site, session, fields } = await ready()
  for (const act of ['approve', 'refuse', 'leave'])
    expect((await session.get(`${act}?${new URLSearchParams(fields).toString()}`)).status).toBe(404)
  expect(decided(site.double)).toEqual([])
  expect((await session.get('')).status).toBe(200)
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('the method %s is not answered', async method => {
  const { site, session } = await ready()
  const reply = await site.send(`/s/${session.place}/`, {
    method,
    headers: { cookie: session.cookie, origin: site.origin },
  })
  expect(reply.status).toBe(403)
})

test('a link is looked at without being used, used once, and after that says that it was used and nothing else', async () => {
  const site = await serve()
  const link = await site.link()
  const { pathname } = new URL(link)
  const token = pathname.split('/').at(-1) ?? ''
  for (let look = 0; look < 3; look++)
    expect((await site.send(pathname)).body).toContain('<button>Open</button>')
  expect((await site.post('/open', { token })).status).toBe(303)
  const again = await site.send(pathname)
  expect([again.status, again.headers['set-cookie']]).toEqual([410, undefined])
  expect(again.body).toContain('This link was used')
  expect(again.body).not.toContain('<form')
  const second = await site.post('/open', { token })
  expect([second.status, second.headers['set-cookie']]).toEqual([410, undefined])
})

test('of many that use one link at once exactly one gets in', async () => {
  const site = await serve()
  const token = (await site.link()).split('/').at(-1) ?? ''
  const replies = await Promise.all(Array.from({ length: 25 }, () => site.post('/open', { token })))
  expect(replies.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('a link is good until its last second and not after it', async () => {
  const site = await serve()
  const { pathname } = new URL(await site.link())
  site.double.time += PAGE_LINK_SECONDS * 1000 - 1
  expect((await site.send(pathname)).status).toBe(200)
  site.double.time += 1
  expect((await site.send(pathname)).status).toBe(410)
})

test('a new link voids the one before it and ends no session until it is used', async () => {
  const site = await serve()
  const session = await site.signIn()
  const first = new URL(await site.link()).pathname
  await site.link()
  expect((await site.send(first)).status).toBe(410)
  expect((await session.get('')).status).toBe(200)
  const next = await site.signIn()
  expect([(await session.get('')).status, (await next.get('')).status]).toEqual([403, 200])
})

test('a session lasts while it is used and ends after its idle minutes', async () => {
  const site = await serve()
  const session = await site.signIn()
  for (let use = 0; use < 3; use++) {
    site.double.time += PAGE_MINUTES * 60_000 - 1
    expect((await session.get('')).status).toBe(200)
  }
  site.double.time += PAGE_MINUTES * 60_000
  const reply = await session.get('')
  expect(reply.status).toBe(403)
  expect(reply.body).toContain('This session has ended')
})

test('requests without the cookie do not keep a session alive', async () => {
  const site = await serve()
  const session = await site.signIn()
  site.double.time += PAGE_MINUTES * 60_000 - 1
  await site.send(`/s/${session.place}/`)
  await session.get('', { cookie: `twin=${'1'.repeat(64)}` })
  site.double.time += 1
  expect((await session.get('')).status).toBe(403)
})

test('a clock that is set back ends link and session', async () => {
  const site = await serve()
  const session = await site.signIn()
  const { pathname } = new URL(await site.link())
  site.double.time -= 1
  expect((await session.get('')).status).toBe(403)
  expect((await site.send(pathname)).status).toBe(410)
})

test('the cookie is bound to the session and to nothing that another server of this machine is sent', async () => {
  const site = await serve()
  const token = (await site.link()).split('/').at(-1) ?? ''
  const reply = await site.post('/open', { token })
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^twin=[0-9a-f]{64}; Path=\/s\/[0-9a-f]{32}; HttpOnly; SameSite=Strict$/,
  )
})

test('a stolen cookie without its place and a place without its cookie see nothing', async () => {
  const { site, session } = await ready()
  const elsewhere = await site.send(`/s/${'0'.repeat(32)}/`, { headers: { cookie: session.cookie } })
  const without = await site.send(`/s/${session.place}/`)
  expect([elsewhere.status, without.status]).toEqual([403, 403])
  expect(elsewhere.body).toBe(without.body)
})

test('a cookie of another server beside its own does no harm', async () => {
  const { session } = await ready()
  expect((await session.get('', { cookie: `twin=x; a=b; ${session.cookie}` })).status).toBe(200)
})

test('ending the session ends it and the listener, and needs its proof', async () => {
  const { site, session } = await ready()
  expect((await session.post('leave', { proof: '0'.repeat(64) })).status).toBe(403)
  const left = await session.post('leave', fieldsOf((await session.get('')).body, 'leave'))
  expect([left.status, left.body.includes('You can close this window')]).toEqual([200, true])
  await expect(site.send('/')).rejects.toThrow('ECONNREFUSED')
})

test('a form is taken at its cap and refused one byte past it', async () => {
  const site = await serve()
  const sent = (bytes: number) =>
    site.send('/open', {
      method: 'POST',
      body: 'x'.repeat(bytes),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site.origin },
    })
  expect((await sent(PAGE_FORM_BYTES)).status).toBe(410)
  expect((await sent(PAGE_FORM_BYTES + 1)).status).toBe(413)
})

test('every answer, also one that refuses, carries the headers that leave a browser nothing to run, frame or keep', async () => {
  const { site, session } = await ready()
  const replies = [
    await session.get(''),
    await session.get('nowhere'),
    await session.get('', { host: 'evil.test' }),
    await site.send('/'),
    await site.send('/open/x'),
    await session.post('approve', {}),
  ]
  for (const { headers } of replies) {
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; sandbox allow-forms allow-same-origin$/,
    )
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    })
  }
})

test('whoever has no session is told nothing of what waits', async () => {
  const { site, session } = await ready()
  for (const path of ['/', '/favicon.ico', `/s/${session.place}/`, '/open/x']) {
    const { body } = await site.send(path)
    expect(body).not.toContain(one.id)
    expect(body).not.toContain('Proposals')
  }
})

test('forty alike are one decision with one digest, and all are shown before it', async () => {
  const many = Array.from({ length: 40 }, (_, at) => flagged(at))
  const site = await served(answers(many), APPROVE)
  const session = await site.signIn()
  const list = await session.get('proposals')
  expect(list.body.match(/Look and decide/g)).toHaveLength(1)
  const { body } = await session.get(`proposals/${many[0]?.id}`)
  expect(body.match(/message \d+</g)).toHaveLength(40)
  const fields = fieldsOf(body, 'approve')
  await session.post('approve', { ...fields, typed: fields['digest']?.slice(0, 4) ?? '' })
  const [call] = decided(site.double)
  expect(call?.asked.input).toEqual({ ids: many.map(({ id }) => id), digest: fields['digest'] })
})

test.each([
  ['high risk', agents('two'), APPROVE],
  ['low risk where the page may not approve', one, ''],
])('%s has no form to approve with and shows the command', async (_what, shown, toml) => {
  const site = await served(answers([shown]), toml)
  const session = await site.signIn()
  const { body } = await session.get(`proposals/${shown.id}`)
  expect(fieldsOf(body, 'approve')).toEqual({})
  expect(body).toContain(`twin proposals approve ${shown.id}`)
  expect(fieldsOf(body, 'refuse')).toHaveProperty('proof')
})

test('a bug behind the page ends in a page without its words, and its name in the log', async () => {
  const { site, session } = await ready()
  site.double.answers.set('jobs.list', () => {
    throw new TypeError('words that nobody may see')
  })
  const reply = await session.get('jobs')
  expect(reply.status).toBe(500)
  expect(reply.body).not.toContain('words that nobody may see')
  expect(site.double.logged.at(-1)).toBe("the page met a bug of twin's own (TypeError)")
})

test('the log of the page holds no link, no cookie and no place', async () => {
  const { site, session } = await ready()
  const link = await site.link()
  const logged = site.double.logged.join('\n')
  for (const secret of [link.split('/').at(-1) ?? '', session.cookie.slice(5), session.place])
    expect(logged).not.toContain(secret)
})

test('a form that is broken off is no bug, and writes nothing into the log', async () => {
  const { site } = await ready()
  const { hostname, port, host } = new URL(site.origin)
  const before = site.double.logged.length
  const socket = connect(Number(port), hostname)
  const head = `POST /open HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${site.origin}\r\n`
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n'
  socket.write(`${head}${form}Expect: 100-continue\r\n\r\ntok`)
  await once(socket, 'data')
  socket.destroy()
  for (let at = 0; at < 20; at++) await site.send('/nothing')
  expect(site.double.logged.slice(before)).toEqual([])
  expect((await site.send('/nothing')).status).toBe(404)
})

test('a proposal that is another than its decision says is not shown as part of it', async () => {
  const { site, session } = await ready()
  expect((await session.get(`proposals/${one.id}`)).body).toContain(one.digest)
  site.double.answers.set(
    'proposals.show',
    done({ ...one, digest: digestOf('other'), sentence: 'Runs other.' }),
  )
  const { body } = await session.get(`proposals/${one.id}`)
  expect(body).toContain('changed while this page was made')
  expect(body).not.toContain('Runs other.')
  expect(fieldsOf(body, 'approve')).toEqual({})
})
