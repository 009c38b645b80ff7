// Threads: by the ids that headers name, by the subject as a last resort and marked so, and what `expand` and `limit` make of them.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { threadSubject } from '../../../daemon/store/threadSubject.ts'
import { THREAD_MESSAGES } from '../../../protocol/limits.ts'
import { message, storeWorld } from './storeWorld.ts'

const DAY = 86_400
const ME = 'me@example.net'
const ANN = 'ann@example.org'

interface Letter {
  readonly id: string
  readonly subject?: string
  readonly at?: number
  readonly refs?: string
  readonly reply?: string
  readonly from?: string
  readonly to?: string
  readonly body?: string
}
const raw = ({ id, subject = id, refs, reply, from = ANN, to = ME, body = 'Hello.' }: Letter): string =>
  message(
    {
      'Message-ID': `<${id}@x>`,
      From: from,
      To: to,
      Subject: subject,
      ...(refs === undefined ? {} : { References: refs }),
      ...(reply === undefined ? {} : { 'In-Reply-To': reply }),
    },
    body,
  )

/** The threads of a store that these were put into: subjects by thread, `~` before what is there by its subject alone. */
async function threadsOf(letters: readonly Letter[]): Promise<string[]> {
  const world = storeWorld()
  letters.forEach((letter, at) => world.mailbox.put(`m${at}`, raw(letter), { received: letter.at ?? at }))
  await world.sync()
  const threads = new Map<number | null, string[]>()
  for (const { mail, thread, bySubject } of world.find('*').messages) {
    const parsed = world.store.parsedOf(mail)
    const id = parsed.ok ? (parsed.value.messageId ?? '').replace(/[<>]|@x/g, '') : '?'
    threads.set(thread, [...(threads.get(thread) ?? []), `${bySubject ? '~' : ''}${id}`])
  }
  return [...threads.values()].map(ids => ids.sort().join(' ')).sort()
}

describe('threads by the ids of headers', () => {
  test('hold what References or In-Reply-To name, and what names a message that is not there', async () => {
    expect(
      await threadsOf([
        { id: 'a' },
        { id: 'b', reply: '<a@x>' },
        { id: 'c', refs: '<a@x> <b@x>' },
        { id: 'd', refs: '<absent@x>' },
        { id: 'e', refs: '<absent@x>' },
        { id: 'f' },
      ]),
    ).toEqual(['a b c', 'd e', 'f'])
  })

  test('are the same in whatever order the messages come', async () => {
    const letters: Letter[] = [
      { id: 'a' },
      { id: 'b', reply: '<a@x>' },
      { id: 'c', refs: '<b@x>' },
      { id: 'd', refs: '<missing@x>' },
      { id: 'e', refs: '<missing@x> <c@x>' },
      { id: 'f', subject: 'Re: f', from: ME, to: ANN, at: 50 },
    ]
    const wanted = await threadsOf(letters)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(letters, { minLength: letters.length }), async shuffled => {
        expect(await threadsOf(shuffled.map(letter => ({ at: 1, ...letter })))).toEqual(wanted)
      }),
      { numRuns: 15 },
    )
  })

  test('merge where a message that comes later names two of them', async () => {
    expect(
      await threadsOf([
        { id: 'a' },
        { id: 'b' },
        { id: 'c', refs: '<a@x>' },
        { id: 'd', refs: '<b@x>' },
        { id: 'e', refs: '<c@x> <d@x>' },
      ]),
    ).toEqual(['a b c d e'])
  })

  test('have several messages of one Message-ID as messages of their own, and tell how many ids are shared', async () => {
    const world = storeWorld()
    world.mailbox.put('m1', raw({ id: 'same', subject: 'the true one' }), { received: 1 })
    world.mailbox.put('m2', raw({ id: 'same', subject: 'the other one' }), { received: 2 })
    world.mailbox.put('m3', raw({ id: 'alone' }), { received: 3 })
    await world.sync()
    const found = world.find('*')
    expect(found.matched).toBe(3)
    expect(new Set(found.messages.map(({ mail }) => mail.sha256)).size).toBe(3)
    const states = world.store.accounts()
    expect(states.ok && states.value[0]?.sharedIds).toBe(1)
  })

  test('are each account’s own: no message of another account is in them', async () => {
    const world = storeWorld()
    world.settings.toml += '[accounts.work]\nadapter = "maildir"\npath = "/mail/work"\n'
    world.mailbox.put('m1', raw({ id: 'a' }))
    await world.sync('home')
    world.mailbox.put('m2', raw({ id: 'b', reply: '<a@x>' }))
    await world.sync('work')
    expect(world.find('*', { account: 'home', expand: 'thread' }).messages).toHaveLength(1)
    expect(world.find('*', { account: 'work', expand: 'thread' }).messages).toHaveLength(2)
  })
})

describe('threads by the subject alone', () => {
  const question: Letter = { id: 'q', subject: 'Lunch', from: ANN, to: ME, at: 0 }
  const answer: Letter = { id: 'r', subject: 'Re: lunch', from: ME, to: ANN, at: DAY }

  test('join a reply that names nothing to what it answers, and mark it', async () => {
    expect(await threadsOf([question, answer])).toEqual(['q ~r'])
  })
  test.each<[string, Partial<Letter>]>([
    ['no reply by its subject', { subject: 'lunch' }],
    ['another subject', { subject: 'Re: dinner' }],
    ['somebody who was not written to', { from: 'eve@example.org' }],
    ['not to who asked', { to: 'eve@example.org' }],
    ['named to another message', { refs: '<elsewhere@x>' }],
    ['before the question', { at: -DAY }],
    ['later than a month', { at: 31 * DAY }],
  ])('do not join what is %s', async (_what, other) => {
    const asked = { ...question, at: 40 * DAY }
    expect(await threadsOf([asked, { ...answer, ...other, at: 40 * DAY + (other.at ?? DAY) }])).toEqual([
      'q',
      other.refs ? 'r' : 'r',
    ])
  })
  test('mark what follows by its ids too: nothing gets in unmarked behind a subject', async () => {
    expect(await threadsOf([question, answer, { id: 's', refs: '<r@x>', at: 2 * DAY }])).toEqual(['q ~r ~s'])
  })
  test('join the newest of several that are alike', async () => {
    const older = { ...question, id: 'p', at: -5 * DAY }
    expect(
      await threadsOf([
        { ...older, at: 0 },
        { ...question, at: 5 * DAY },
        { ...answer, at: 6 * DAY },
      ]),
    ).toEqual(['p', 'q ~r'])
  })
  test('go where the answer is a chain of such replies', async () => {
    expect(
      await threadsOf([
        question,
        answer,
        { ...answer, id: 's', from: ANN, to: ME, at: 2 * DAY, subject: 'RE: Re: Lunch' },
      ]),
    ).toEqual(['q ~r ~s'])
  })
  test('come apart again where the message between them is gone', async () => {
    const world = storeWorld()
    world.mailbox.put('m1', raw(question), { received: 0 })
    world.mailbox.put('m2', raw(answer), { received: DAY })
    await world.sync()
    expect(new Set(world.find().messages.map(({ thread }) => thread)).size).toBe(1)
    world.mailbox.remove('m1')
    await world.sync()
    expect(world.find().messages).toMatchObject([{ bySubject: false }])
  })
})

describe('a base subject', () => {
  test.each<[string, string, boolean]>([
    ['Lunch', 'lunch', false],
    ['Re: Lunch', 'lunch', true],
    ['RE: re:AW: [list] Lunch  today', 'lunch today', true],
    ['[list] Re: Lunch', 'lunch', true],
    ['Re[2]: Lunch', 'lunch', true],
    ['Fwd: Lunch', 'lunch', false],
    ['Fw: Re: Lunch', 'lunch', true],
    ['Sv: Møte', 'møte', true],
    ['回复：你好', '你好', true],
    ['Re:', '', true],
    ['Research: results', 'research: results', false],
    ['Report', 'report', false],
  ])('of %j is %j', (subject, base, isReply) => {
    expect(threadSubject(subject)).toEqual({ base, isReply })
  })
  test('takes the longest subject in no time', () => {
    for (const unit of ['re:', '[x]', 're ', ' ', '[', 're[1]:'])
      expect(threadSubject(unit.repeat(300 / unit.length)).base.length).toBeLessThanOrEqual(300)
  })
})

describe('what a query finds of threads', () => {
  async function conversation() {
    const world = storeWorld()
    const put = (letter: Letter): void =>
      world.mailbox.put(letter.id, raw(letter), { received: letter.at ?? 0 })
    put({ id: 'a1', at: 10, body: 'needle' })
    put({ id: 'a2', at: 40, refs: '<a1@x>' })
    put({ id: 'a3', at: 20, refs: '<a1@x>', body: 'needle' })
    put({ id: 'b1', at: 30, body: 'needle' })
    put({ id: 'b2', at: 5, refs: '<b1@x>' })
    put({ id: 'c1', at: 50 })
    await world.sync()
    return world
  }
  test('is the roots alone, the newest first, where nothing is expanded', async () => {
    const world = await conversation()
    const found = world.find('needle')
    expect(world.subjects('needle')).toEqual(['b1', 'a3', 'a1'])
    expect(found.messages.map(({ root, thread }) => [root, thread])).toEqual([
      [true, 1],
      [true, 2],
      [true, 2],
    ])
    expect(found).toMatchObject({ matched: 3, more: 0, cut: 0 })
  })
  test('is thread by thread with what the roots pull in behind them', async () => {
    const world = await conversation()
    expect(world.subjects('needle', { expand: 'thread' })).toEqual(['b1', 'b2', 'a3', 'a1', 'a2'])
    expect(world.find('needle', { expand: 'thread' }).messages.map(({ root }) => root)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ])
  })
  test('is limited by roots, and tells how many of them are left out', async () => {
    const world = await conversation()
    expect(world.subjects('needle', { limit: 1, expand: 'thread' })).toEqual(['b1', 'b2'])
    expect(world.find('needle', { limit: 1 })).toMatchObject({ matched: 3, more: 2 })
    expect(world.find('needle', { limit: 2, expand: 'thread' }).messages.map(({ root }) => root)).toEqual([
      true,
      false,
      true,
      false,
      false,
    ])
  })
  test('takes of one thread what the cap allows, and counts it where that is not all', async () => {
    const world = storeWorld()
    world.mailbox.pageSize = 200
    world.mailbox.put('root', raw({ id: 'root', body: 'needle' }), { received: 9_999 })
    for (let at = 1; at <= THREAD_MESSAGES; at++)
      world.mailbox.put(`m${at}`, raw({ id: `m${at}`, refs: '<root@x>' }), { received: at })
    await world.sync()
    const whole = world.find('needle', { expand: 'thread' })
    expect([whole.messages.length, whole.cut]).toEqual([THREAD_MESSAGES + 1, 0])
    world.mailbox.put('more', raw({ id: 'more', refs: '<root@x>' }), { received: 5_000 })
    await world.sync()
    const cut = world.find('needle', { expand: 'thread' })
    expect([cut.messages.length, cut.cut]).toEqual([THREAD_MESSAGES + 1, 1])
  }, 120_000)
})
