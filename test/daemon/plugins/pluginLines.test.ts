// A plugin's lines as they come in, in whatever pieces.
import { expect, test } from 'vitest'
import { pluginLines } from '../../../daemon/plugins/pluginLines.ts'
import { LINE_BYTES } from '../../../protocol/limits.ts'
import type { FromPlugin } from '../../../protocol/pluginLine.ts'

const output = (text: string) => JSON.stringify({ type: 'output', id: 1, output: { text } })
function read(...pieces: (string | Buffer)[]): { fault: string | undefined; lines: FromPlugin[] } {
  const lines: FromPlugin[] = []
  const reader = pluginLines(line => void lines.push(line))
  let fault: string | undefined
  for (const piece of pieces) fault = reader.push(Buffer.from(piece))
  return { fault, lines }
}

test('pluginLines takes a line of the cap and refuses one a byte longer', () => {
  const bare = Buffer.byteLength(output(''))
  const sized = (bytes: number) => `${output('x'.repeat(bytes - bare - 1))}\n`
  expect(read(sized(LINE_BYTES))).toMatchObject({ fault: undefined, lines: [{ id: 1 }] })
  expect(read(sized(LINE_BYTES + 1))).toEqual({ fault: 'too-long', lines: [] })
})
test('pluginLines refuses a line without an end once it is over the cap', () => {
  expect(read('x'.repeat(LINE_BYTES - 1)).fault).toBeUndefined()
  expect(read('x'.repeat(LINE_BYTES - 1), 'x').fault).toBe('too-long')
})
test('pluginLines puts a line together from pieces, and takes several of one piece', () => {
  const line = `${output('é')}\n`
  const bytes = Buffer.from(line + line)
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
  expect(read(...pieces).lines).toHaveLength(2)
  expect(read(bytes).lines).toHaveLength(2)
})
test('pluginLines reads nothing more after a fault', () => {
  expect(read('no json\n', `${output('x')}\n`)).toEqual({ fault: 'not-json', lines: [] })
  expect(read(`no json\n${output('x')}\n`)).toEqual({ fault: 'not-json', lines: [] })
})
test('pluginLines passes on that the line is refused', () => {
  expect(pluginLines(() => 'unasked').push(Buffer.from(`${output('x')}\n`))).toBe('unasked')
})
