// What an answer says of itself where its query cannot match: an empty list must not hide why.
import { expect, test } from 'vitest'
import { NOT_CHECKED } from '../../../protocol/message.ts'
import { message, storeWorld } from './storeWorld.ts'

const NONE = 'no message of this account is in a collection called "Recipts"'

test('find tells of a collection that holds nothing, however deep in the query, and of no other', async () => {
  const world = storeWorld()
  world.mailbox.put('1', message({ Subject: 'one' }), { collection: 'INBOX' })
  await world.sync()
  expect(world.find('collection:Recipts').notes).toEqual([NONE])
  expect(world.find('subject:one and not (collection:Recipts or collection:INBOX)').notes).toEqual([NONE])
  expect(world.find('collection:INBOX')).toMatchObject({ matched: 1, notes: [] })
})

test('find tells that no signature was ever checked where a query asks for one, and not once one was', async () => {
  const state = { checked: false }
  const world = storeWorld({
    dkim: async mails =>
      mails.map(() => (state.checked ? { state: 'none', domain: null, why: null } : NOT_CHECKED)),
  })
  world.mailbox.put('1', message({ Subject: 'one' }))
  await world.sync()
  expect(world.find('dkim:example.org').notes).toEqual([
    expect.stringMatching(/no signature of this account was ever checked/),
  ])
  expect(world.find('known:yes').notes).toHaveLength(1)
  expect(world.find('subject:one').notes).toEqual([])
  state.checked = true
  world.mailbox.put('2', message({ Subject: 'two' }))
  await world.sync()
  expect(world.find('dkim:example.org')).toMatchObject({ matched: 0, notes: [] })
})
