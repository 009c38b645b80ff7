// Expiry, and a clock that is set back: what has expired, or was seen to, never comes to life again. Relies on the state database
// keeping the latest time.
import { describe, expect, test } from 'vitest'
import { approve, codeOf, newSite, NOW, TERMINAL, valueOf } from './site.ts'

describe('expiry and the clock', () => {
  test('a proposal waits to the second before it expires, and then it is refused for good', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    const expires = NOW / 1_000 + 7 * 86_400
    expect(site.spool.nextTending()).toBe(expires)
    site.clock.now = (expires - 1) * 1_000
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('pending')
    site.clock.now = expires * 1_000
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.get(id))).toMatchObject({
      state: 'refused',
      why: 'it expired before anybody decided',
    })
    expect(site.events()).toEqual(['proposed', 'expired'])
    expect(site.spool.nextTending()).toBeNull()
  })
  test('an approval that comes too late is refused, also before anything was tended', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    site.clock.now += 7 * 86_400_000
    expect(codeOf(await approve(site, [id]))).toBe('expired')
    expect(site.stateOf(id)).toBe('refused')
    expect(site.marks()).toEqual([])
  })
  test('what was approved and could not be applied in time is not applied', async () => {
    const site = newSite()
    const id = site.place('approved', {})
    site.clock.now += 7 * 86_400_000
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.get(id))).toMatchObject({
      state: 'refused',
      why: 'it expired before it could be applied',
    })
    expect(site.marks()).toEqual([])
  })
  test('a clock that is set back revives nothing: not what was seen expired, and not what was not', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    site.clock.now += 6 * 86_400_000
    const later = site.file('nonce-02')
    site.clock.now += 86_400_000 + 1_000
    site.file('nonce-03')
    site.clock.now = NOW - 30 * 86_400_000
    const reopened = site.reopen()
    expect(codeOf(await reopened.approve(TERMINAL, [id], site.digestOf(id)))).toBe('expired')
    expect(site.marks()).toEqual([])
    expect(codeOf(await reopened.approve(TERMINAL, [later], site.digestOf(later)))).toBe('ok')
  })
  test('a proposal filed while the clock is set back expires by the latest time that was seen', async () => {
    const site = newSite()
    valueOf(await site.spool.tend())
    site.clock.now -= 30 * 86_400_000
    const id = site.file('nonce-01')
    expect(valueOf(site.spool.get(id)).proposal.created).toBe(NOW / 1_000)
    site.clock.now = NOW + 7 * 86_400_000
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('refused')
  })
})
