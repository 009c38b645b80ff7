// An agent's tokens under attack: replayed, swapped, guessed, late, for another input, another operation or another caller, and
// too many of them. Relies on a clock and on chance that are set by hand.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openTokens, type Bound } from '../../../daemon/gate/tokens.ts'
import { TOKEN } from '../../../protocol/call.ts'
import { TOKEN_SECONDS, TOKENS } from '../../../protocol/limits.ts'

const MINE: Bound = { caller: 'agent:claude', operation: 'apply.run', input: { name: 'task', n: 1 } }

function opened() {
  const clock = { elapsed: 5_000 }
  const tokens = openTokens({ elapsed: () => clock.elapsed, random: () => randomBytes(32) })
  return { clock, ...tokens }
}

test('a token is 32 bytes in hex, good once for what it was issued for', () => {
  const { issue, redeem } = opened()
  const token = issue(MINE)
  expect(token).toMatch(TOKEN)
  expect(redeem(token, MINE)).toBe(true)
  expect(redeem(token, MINE)).toBe(false)
})

test('a token is good for the same input whatever the order of its keys', () => {
  const { issue, redeem } = opened()
  expect(redeem(issue(MINE), { ...MINE, input: { n: 1, name: 'task' } })).toBe(true)
})

describe('burned', () => {
  test.each<[string, Partial<Bound>]>([
    ['another agent', { caller: 'agent:mallory' }],
    ['a person', { caller: 'cli' }],
    ['twind itself', { caller: 'internal' }],
    ['another operation', { operation: 'apply.list' }],
    ['another input', { input: { name: 'task', n: 2 } }],
    ['one key more', { input: { name: 'task', n: 1, x: null } }],
    ['one key less', { input: { name: 'task' } }],
    ['a number in quotes', { input: { name: 'task', n: '1' } }],
    ['a list of the values', { input: ['task', 1] }],
  ])('a token that is brought for %s is refused and is then good for nobody', (_, other) => {
    const { issue, redeem } = opened()
    const token = issue(MINE)
    expect(redeem(token, { ...MINE, ...other })).toBe(false)
    expect(redeem(token, MINE)).toBe(false)
  })

  test('two tokens that are swapped are both refused and both burned', () => {
    const { issue, redeem } = opened()
    const other = { ...MINE, input: { name: 'other' } }
    const [mine, its] = [issue(MINE), issue(other)]
    expect([redeem(its, MINE), redeem(mine, other)]).toEqual([false, false])
    expect([redeem(mine, MINE), redeem(its, other)]).toEqual([false, false])
  })

  test('what a caller says of itself cannot slide into the operation it is bound to', () => {
    const { issue, redeem } = opened()
    const token = issue({ caller: 'agent:a', operation: 'b', input: {} })
    expect(redeem(token, { caller: 'agent:a","b', operation: '', input: {} })).toBe(false)
  })
})

describe('guessed', () => {
  test('a thousand guesses find nothing and burn nothing', () => {
    const { issue, redeem } = opened()
    const token = issue(MINE)
    for (let at = 0; at < 1_000; at++) expect(redeem(randomBytes(32).toString('hex'), MINE)).toBe(false)
    expect(redeem(token, MINE)).toBe(true)
  })

  test('a token in capitals, with a blank or cut is another token', () => {
    const { issue, redeem } = opened()
    const token = issue(MINE)
    for (const near of [token.toUpperCase(), `${token} `, token.slice(0, 63), `0${token}`])
      expect(near !== token && redeem(near, MINE)).toBe(false)
    expect(redeem(token, MINE)).toBe(true)
  })

  test('two tokens of one preview are different', () => {
    const { issue } = opened()
    expect(issue(MINE)).not.toBe(issue(MINE))
  })
})

describe('late', () => {
  test('a token is good until the last millisecond of its time and not one longer', () => {
    const { clock, issue, redeem } = opened()
    const [early, late] = [issue(MINE), issue(MINE)]
    clock.elapsed += TOKEN_SECONDS * 1_000 - 1
    expect(redeem(early, MINE)).toBe(true)
    clock.elapsed += 1
    expect(redeem(late, MINE)).toBe(false)
    clock.elapsed = 5_000
    expect(redeem(late, MINE)).toBe(false)
  })
})

describe('over the cap', () => {
  test('a caller holds as many tokens as the cap and the oldest makes room for one more', () => {
    const { issue, redeem } = opened()
    const inputs = Array.from({ length: TOKENS + 1 }, (_, n) => ({ ...MINE, input: { n } }))
    const tokens = inputs.map(issue)
    const good = tokens.map((token, at) => redeem(token, inputs[at] ?? MINE))
    expect(good).toEqual([false, ...Array.from({ length: TOKENS }, () => true)])
  })

  test('as many tokens as the cap are all good', () => {
    const { issue, redeem } = opened()
    const tokens = Array.from({ length: TOKENS }, () => issue(MINE))
    expect(tokens.map(token => redeem(token, MINE))).toEqual(tokens.map(() => true))
  })

  test('an agent that asks for token after token pushes out nobody else’s', () => {
    const { issue, redeem } = opened()
    const mine = issue(MINE)
    for (let at = 0; at < 10 * TOKENS; at++) issue({ ...MINE, caller: 'agent:mallory' })
    expect(redeem(mine, MINE)).toBe(true)
  })

  test('a token that was burned or has run out leaves its place', () => {
    const { clock, issue, redeem } = opened()
    const first = issue(MINE)
    for (let at = 1; at < TOKENS; at++) redeem(issue(MINE), MINE)
    issue(MINE)
    expect(redeem(first, MINE)).toBe(true)
    for (let at = 0; at < TOKENS; at++) issue(MINE)
    clock.elapsed += TOKEN_SECONDS * 1_000
    const fresh = Array.from({ length: TOKENS }, () => issue(MINE))
    expect(fresh.every(token => redeem(token, MINE))).toBe(true)
  })
})
