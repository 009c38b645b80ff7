// The tree of parts, and the members of postal-mime that it relies on.
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { mimeTree, type MimeNode } from '../../../../helpers/stages/parse/mimeTree.ts'
import { problemList } from '../../../../helpers/seenText/problems.ts'
import { multipart } from './parseHere.ts'

const tree = async (raw: string) => {
  const problems = problemList()
  return { ...(await mimeTree(Buffer.from(raw), problems)), problems: problems.list() }
}
const leaves = (node: MimeNode): MimeNode[] =>
  node.childNodes.length === 0 ? [node] : node.childNodes.flatMap(leaves)

test('mimeTree gives each part its own bytes, without the line break of the boundary', async () => {
  const { root, bytesOf, problems } = await tree(
    multipart(['\none\r\n', 'A: b\n\ntwo\n--not a boundary\nmore', '\n']),
  )
  expect(leaves(root).map(leaf => bytesOf(leaf).toString())).toEqual([
    'one\r\n',
    'two\n--not a boundary\nmore',
    '',
  ])
  expect(problems).toEqual([])
})

test('mimeTree leaves out what stands before the first and behind the last part', async () => {
  const raw =
    'Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n--b--\nepilogue\n--b\n\nlate\n'
  const { root, bytesOf } = await tree(raw)
  expect(leaves(root).map(leaf => bytesOf(leaf).toString())).toEqual(['one'])
})

test('mimeTree ends inner parts at the boundary of an outer one', async () => {
  const raw = `Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\none\n--o\n\ntwo\n--o--\n`
  const { root, bytesOf, problems } = await tree(raw)
  expect(leaves(root).map(leaf => bytesOf(leaf).toString())).toEqual(['one', 'two'])
  expect(problems).toEqual([])
})

test('mimeTree needs no timer, no thread and no Blob to come to its end', async () => {
  const blob = Object.getOwnPropertyDescriptor(globalThis, 'Blob')
  Object.defineProperty(globalThis, 'Blob', { configurable: true, value: undefined })
  try {
    const seen = { settled: false }
    const asked = tree(multipart(['\none', 'Content-Transfer-Encoding: base64\n\naGk='])).then(
      () => (seen.settled = true),
    )
    for (let turn = 0; turn < 1_000 && !seen.settled; turn++) await Promise.resolve()
    expect(seen.settled).toBe(true)
    await asked
    // The control: the library's own way asks for a Blob.
    await expect(PostalMime.parse('Subject: x\n\nbody')).rejects.toThrow(TypeError)
  } finally {
    if (blob) Object.defineProperty(globalThis, 'Blob', blob)
  }
})
