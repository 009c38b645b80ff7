// Whom the person has written to, and who counts as known: an aligned pass, one author, and letters to that author. Anything less is not.
import { describe, expect, test } from 'vitest'
import type { Dkim } from '../../../protocol/message.ts'
import { message, storeWorld } from './storeWorld.ts'

const PASS: Dkim = { state: 'pass', domain: 'example.org', why: null }
/** A store with two letters to Ann, one to Bob in another folder, and one message from Ann, signed as `dkim` says. */
async function correspondence(dkim: Dkim, headers: Record<string, string> = {}, raw?: string) {
  const world = storeWorld({
    dkim: async mails =>
      mails.map(({ parsed }) =>
        parsed.subject === 'incoming' ? dkim : { state: 'none', domain: null, why: null },
      ),
  })
  world.mailbox.put(
    's1',
    message({ From: 'me@example.net', To: 'Ann <ANN@Example.org>', Subject: 'sent 1' }),
    { collection: 'Sent' },
  )
  world.mailbox.put(
    's2',
    message({ From: 'me@example.net', To: 'x@y.test', Cc: 'ann@example.org', Subject: 'sent 2' }),
    { collection: 'Sent' },
  )
  world.mailbox.put('d1', message({ From: 'me@example.net', To: 'bob@example.org', Subject: 'draft' }), {
    collection: 'Drafts',
  })
  world.mailbox.put('i1', raw ?? message({ From: 'Ann <ann@example.org>', Subject: 'incoming', ...headers }))
  await world.sync()
  const [incoming] = world.find('subject:incoming').messages
  if (!incoming) throw new Error('nothing came in')
  return { world, mail: incoming.mail }
}

describe('an author', () => {
  test('is known with an aligned pass and letters to the address, counted whatever its case', async () => {
    const { world, mail } = await correspondence(PASS)
    expect(mail).toMatchObject({ known: true, writtenTo: 2, dkim: PASS })
    expect(world.subjects('known:yes')).toEqual(['incoming'])
    expect(world.subjects('not known:yes').sort()).toEqual(['draft', 'sent 1', 'sent 2'])
  })
  test.each<Dkim>([
    { state: 'fail', domain: 'example.org', why: 'x' },
    { state: 'none', domain: null, why: null },
    { state: 'error', domain: 'example.org', why: 'x' },
    { state: 'not-checked', domain: null, why: null },
    { state: 'pass', domain: null, why: 'not aligned' },
  ])('is not known where the signature says %j, and no dkim: term holds', async dkim => {
    const { world, mail } = await correspondence(dkim)
    expect(mail).toMatchObject({ known: false, writtenTo: 2 })
    expect(world.find('known:yes').matched).toBe(0)
    expect(world.find('dkim:example.org').matched).toBe(0)
    expect(world.find('dkim:.example.org').matched).toBe(0)
  })
  test('is not known where nobody wrote to that address, however it is signed', async () => {
    const { mail } = await correspondence(PASS, { From: 'Ann <bob@example.org>' })
    expect(mail).toMatchObject({ known: false, writtenTo: 0 })
  })
  test('is not known where a second author or a second From stands beside the known one', async () => {
    const two = await correspondence(PASS, { From: 'Ann <ann@example.org>, Eve <eve@example.org>' })
    expect(two.mail.known).toBe(false)
    const twice = await correspondence(
      PASS,
      {},
      'From: Ann <ann@example.org>\nFrom: Ann <ann@example.org>\nSubject: incoming\n\nHello.\n',
    )
    expect(twice.mail).toMatchObject({ known: false, writtenTo: 2 })
  })
  test.each([
    ['from the person', 'addresses = ["ME@example.net"]', 2],
    ['that a filter has put there, from somebody else', 'addresses = ["another@example.net"]', 0],
  ])('is known by letters %s, where the addresses of the person are known', async (_, line, writtenTo) => {
    const world = storeWorld({ dkim: async mails => mails.map(() => PASS) })
    world.settings.toml = world.settings.toml.replace('path', `${line}\npath`)
    for (const name of ['s1', 's2'])
      world.mailbox.put(name, message({ From: 'me@example.net', To: 'ann@example.org', Subject: name }), {
        collection: 'Sent',
      })
    world.mailbox.put('i1', message({ From: 'Ann <ann@example.org>', Subject: 'incoming' }))
    await world.sync()
    const [incoming] = world.find('subject:incoming').messages
    expect(incoming?.mail).toMatchObject({ writtenTo, known: writtenTo > 0 })
  })
  test('is known no longer once the letters are gone, and by what twin.toml calls sent', async () => {
    const { world } = await correspondence(PASS)
    world.mailbox.remove('s1')
    world.mailbox.remove('s2')
    await world.sync()
    expect(world.find('known:yes').matched).toBe(0)
    world.settings.toml = world.settings.toml.replace('path', 'sent = ["Drafts"]\npath')
    world.mailbox.put('i2', message({ From: 'bob@example.org', Subject: 'incoming' }))
    await world.sync()
    expect(world.find('known:yes').messages.map(({ mail }) => mail.writtenTo)).toEqual([1])
  })
})
