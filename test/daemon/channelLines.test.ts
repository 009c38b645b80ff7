// Lines of a channel as they come in, in whatever pieces; a plugin's stand for all.
import { expect, test } from 'vitest'
import { channelLines } from '../../daemon/channelLines.ts'
import { LINE_BYTES } from '../../protocol/limits.ts'
import { FromPlugin } from '../../protocol/pluginLine.ts'

const output = (text: string) => JSON.stringify({ type: 'output', id: 1, output: { text } })
function read(...pieces: (string | Buffer)[]): { fault: string | undefined; lines: FromPlugin[] } {
  const lines: FromPlugin[] = []
  const reader = channelLines(FromPlugin, line => void lines.push(line))
  let fault: string | undefined
  for (const piece of pieces) fault = reader.push(Buffer.from(piece))
  return { fault, lines }
}

test('channelLines takes a line of the cap and refuses one a byte longer', () => {
  const bare = Buffer.byteLength(output(''))
  const sized = (bytes: number) => `${output('x'.repeat(bytes - bare - 1))}\n`
  expect(read(sized(LINE_BYTES))).toMatchObject({ fault: undefined, lines: [{ id: 1 }] })
  expect(read(sized(LINE_BYTES + 1))).toEqual({ fault: 'too-long', lines: [] })
})
test('channelLines refuses a line without an end once it is over the cap', () => {
  expect(read('x'.repeat(LINE_BYTES - 1)).fault).toBeUndefined()
  expect(read('x'.repeat(LINE_BYTES - 1), 'x').fault).toBe('too-long')
})
test('channelLines puts a line together from pieces, and takes several of one piece', () => {
  const line = `${output('é')}\n`
  const bytes = Buffer.from(line + line)
  const pieces = Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1))
  expect(read(...pieces).lines).toHaveLength(2)
  expect(read(bytes).lines).toHaveLength(2)
})
test('channelLines reads nothing more after a fault', () => {
  expect(read('no json\n', `${output('x')}\n`)).toEqual({ fault: 'not-json', lines: [] })
  expect(read(`no json\n${output('x')}\n`)).toEqual({ fault: 'not-json', lines: [] })
})
test('channelLines passes on that the line is refused', () => {
  expect(channelLines(FromPlugin, () => 'unasked').push(Buffer.from(`${output('x')}\n`))).toBe('unasked')
})
