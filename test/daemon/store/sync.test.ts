// A sync of the store: what comes in, what changes, what goes, what fails, and what is there after each.
import { describe, expect, test } from 'vitest'
import { message, storeWorld } from './storeWorld.ts'

describe('a sync of an account', () => {
  test('brings what is listed into the store, whole and found at once', async () => {
    const world = storeWorld()
    for (const at of [1, 2, 3, 4])
      world.mailbox.put(`m${at}`, message({ Subject: `letter ${at}` }), { received: at })
    const synced = await world.sync()
    expect(synced).toMatchObject({
      account: 'home',
      listed: 4,
      added: 4,
      changed: 0,
      gone: 0,
      messages: 4,
      unparsed: 0,
      problems: [],
    })
    expect(world.subjects()).toEqual(['letter 4', 'letter 3', 'letter 2', 'letter 1'])
    expect(world.files('home/raw')).toHaveLength(4)
    expect(world.files('parsed').sort()).toEqual(world.files('home/raw').sort())
    expect(world.files('work')).toEqual([])
  })
})
