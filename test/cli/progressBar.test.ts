// The line of the progress bar: a count always, an estimate once there is one.
import type { Options, Params } from 'cli-progress'
import { describe, expect, test } from 'vitest'
import { canRedraw, progressLine } from '../../cli/progressBar.ts'

const options: Options = { barsize: 4, barCompleteString: '####', barIncompleteString: '....', barGlue: '' }
const params = (value: number, eta: unknown): Params =>
  ({ progress: value / 4, value, total: 4, eta }) as Params

describe('canRedraw', () => {
  test.each([
    [true, 'xterm', true],
    [true, undefined, true],
    [true, 'dumb', false],
    [false, 'xterm', false],
  ])('is a bar shown where isTTY is %s and TERM is %s: %s', (isTTY, TERM, shown) => {
    expect(canRedraw({ isTTY }, { ...(TERM !== undefined && { TERM }) })).toBe(shown)
  })
})

describe('progressLine', () => {
  test('counts without an estimate before the first message is done', () => {
    expect(progressLine(options, params(0, 0))).toBe('working .... 0/4, no estimate yet')
  })

  test.each(['INF', 'NULL'])('shows no estimate where cli-progress says %s', eta => {
    expect(progressLine(options, params(1, eta))).toBe('working #... 1/4, no estimate yet')
  })

  test('shows how long the rest will take', () => {
    expect(progressLine({ ...options, autopaddingChar: '' }, params(2, 75))).toBe(
      'working ##.. 2/4, 1m15s left',
    )
  })
})
