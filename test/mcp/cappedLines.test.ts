// Bytes cut into lines, whatever the pieces they come in.
import { array, assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { cappedLines } from '../../mcp/cappedLines.ts'

function linesOf(
  bytes: Buffer,
  most: number,
  sizes: readonly number[] = [bytes.length],
): (string | undefined)[] {
  const lines: (string | undefined)[] = []
  const push = cappedLines(most, line => lines.push(line))
  let at = 0
  for (let turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1)
    push(bytes.subarray(at, at + size))
    at += size
  }
  return lines
}

test('cappedLines takes a line of the cap and none of it one byte past it', () => {
  expect(linesOf(Buffer.from('12345\n'), 5)).toEqual(['12345'])
  expect(linesOf(Buffer.from('123456\n7\n'), 5)).toEqual([undefined, '7'])
})
test('cappedLines keeps nothing of a line without an end', () => {
  const held: number[] = []
  const push = cappedLines(10, () => held.push(1))
  for (let turn = 0; turn < 1_000; turn++) push(Buffer.alloc(100, 'x'))
  expect(held).toEqual([])
  push(Buffer.from('\n'))
  expect(held).toEqual([1])
})
test('cappedLines tells bytes that are no UTF-8 apart, and passes empty lines over', () => {
  expect(linesOf(Buffer.from([0xff, 0x0a, 0x0a, 0x20, 0x0a, 0x61, 0x0a]), 5)).toEqual([undefined, 'a'])
})
test('cappedLines gives the same lines however the bytes are cut', () => {
  assert(
    property(
      array(string({ maxLength: 12, unit: 'grapheme' }).map(text => text.replaceAll('\n', ''))),
      array(integer({ min: 1, max: 9 }), { minLength: 1 }),
      (texts, sizes) => {
        const bytes = Buffer.from(texts.map(text => `${text}\n`).join(''))
        expect(linesOf(bytes, 16, sizes)).toEqual(linesOf(bytes, 16))
      },
    ),
  )
})
