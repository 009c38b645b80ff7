// Lines of a stage at each cap and one past it, and every way to break the contract.
import { describe, expect, test } from 'vitest'
import { stageLines } from '../../daemon/stageLines.ts'
import { LINE_BYTES, STAGE_LINES } from '../../protocol/limits.ts'

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`)
const progress = (done = 1, total = 2) => line({ type: 'progress', done, total })
const reader = () => {
  const told: [number, number][] = []
  const lines = stageLines((done, total) => told.push([done, total]))
  return { ...lines, told }
}
/** A done line that is exactly `bytes` long, newline included. */
const doneOf = (bytes: number) => {
  const bare = line({ type: 'done', report: '' }).length
  return line({ type: 'done', report: 'x'.repeat(bytes - bare) })
}

describe('lines of the contract', () => {
  test('stageLines tells progress and then the end, however the bytes are cut', () => {
    const all = Buffer.concat([progress(0, 2), progress(2, 2), line({ type: 'done', report: { å: 1 } })])
    for (const step of [1, 7, all.length]) {
      const { push, end, told } = reader()
      for (let at = 0; at < all.length; at += step) expect(push(all.subarray(at, at + step))).toBeUndefined()
      expect(told).toEqual([
        [0, 2],
        [2, 2],
      ])
      expect(end()).toEqual({ type: 'done', report: { å: 1 } })
    }
  })
  test('stageLines has no end before the last line is whole', () => {
    const { push, end } = reader()
    push(Buffer.from('{"type":"done","report":null}'))
    expect(end()).toBeUndefined()
    push(Buffer.from('\n'))
    expect(end()).toEqual({ type: 'done', report: null })
  })
  test('stageLines takes a stump behind the end for no end at all', () => {
    const { push, end } = reader()
    push(Buffer.concat([line({ type: 'again' }), Buffer.from('x')]))
    expect(end()).toBeUndefined()
  })
})

describe('caps of the channel', () => {
  test('stageLines takes a line of the cap and refuses one a byte longer', () => {
    const atCap = reader()
    expect(atCap.push(doneOf(LINE_BYTES))).toBeUndefined()
    expect(atCap.end()).toMatchObject({ type: 'done' })
    expect(reader().push(doneOf(LINE_BYTES + 1))).toBe('too-long')
  })
  test('stageLines refuses a line over the cap before its newline has come', () => {
    const { push } = reader()
    expect(push(Buffer.alloc(LINE_BYTES - 1, 'x'))).toBeUndefined()
    expect(push(Buffer.from('x'))).toBe('too-long')
  })
  test('stageLines takes as many lines as the cap and refuses one more', () => {
    const { push } = reader()
    expect(push(Buffer.concat(Array.from({ length: STAGE_LINES }, () => progress())))).toBeUndefined()
    expect(push(progress())).toBe('too-long')
  })
})

describe('lines that break the contract', () => {
  test.each([
    ['no JSON', Buffer.from('hello\n'), 'not-json'],
    ['an empty line', Buffer.from('\n'), 'not-json'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x0a]), 'not-json'],
    ['a byte order mark', Buffer.from('\ufeff{"type":"again"}\n'), 'not-json'],
    ['a key twice', Buffer.from('{"type":"again","type":"done"}\n'), 'not-json'],
    ['a prototype', Buffer.from('{"type":"again","__proto__":{}}\n'), 'not-json'],
    ['an unknown type', line({ type: 'hello' }), 'wrong-shape'],
    ['an unknown key', line({ type: 'again', more: 1 }), 'wrong-shape'],
    ['more done than there is', progress(3, 2), 'wrong-shape'],
    [
      'a refusal with a code of its own',
      line({ type: 'refused', refusal: { code: 'x', is: '', wanted: '', fix: '' } }),
      'wrong-shape',
    ],
  ])('stageLines refuses to take %s', (_, bytes, fault) => {
    const { push, end, told } = reader()
    expect(push(bytes)).toBe(fault)
    expect(push(line({ type: 'done', report: null }))).toBe(fault)
    expect([end(), told]).toEqual([undefined, []])
  })
  test('stageLines refuses anything behind the end', () => {
    for (const more of [progress(), line({ type: 'again' })]) {
      const { push } = reader()
      expect(push(line({ type: 'done', report: null }))).toBeUndefined()
      expect(push(more)).toBe('wrong-shape')
    }
  })
})
