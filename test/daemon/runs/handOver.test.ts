// What is told of the proposals of a run of one message from a file, which are filed nowhere. Relies on fakes for the run; the files are
// as a stage leaves them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { handOver } from '../../../daemon/runs/handOver.ts'

const HANDLE = `h_${'a'.repeat(26)}`
const folders: string[] = []
afterEach(() => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true, force: true })))

async function toldOf(files: Readonly<Record<string, object | string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-hand-'))
  folders.push(folder)
  mkdirSync(join(folder, 'spool', 'reason'), { recursive: true })
  for (const [name, line] of Object.entries(files))
    writeFileSync(
      join(folder, 'spool', 'reason', name),
      typeof line === 'string' ? line : JSON.stringify(line),
      { mode: 0o600 },
    )
  const notes: string[] = []
  const run = {
    head: { message: '/one.eml' },
    folder,
    checked: { steps: [{ name: 'reason', grants: { spool: true } }], run: {} },
    messages: [{ handle: HANDLE }],
    log: { note: (said: readonly string[]) => notes.push(...said) },
  }
  const parts = {
    ingest: () => {
      throw new Error('Cannot file: nothing may be filed for a message from a file')
    },
  }
  const io = { signal: new AbortController().signal, progress: () => undefined }
  expect(await handOver(parts as never, run as never, io)).toEqual({ ok: true, value: undefined })
  return notes
}
const line = (op: string) => ({ op, handle: HANDLE, to: 'Receipts', nonce: 'nonce-01' })

test('a run of a message from a file tells by verb what it would propose, and files nothing', async () => {
  const told = await toldOf({
    [`${HANDLE}.0.json`]: line('collection.add'),
    [`${HANDLE}.1.json`]: line('collection.add'),
    [`${HANDLE}.2.json`]: line('flag.add'),
    [`${HANDLE}.3.json`]: 'Call Ann at once',
    'Call Ann.json': line('trash'),
    [`h_${'b'.repeat(26)}.0.json`]: line('expunge'),
  })
  expect(told).toEqual([
    'it would propose: 2 collection.add, 1 flag.add, 3 file that is no proposal; nothing is filed for a message from a file',
  ])
})

test('a run of a message from a file that proposes nothing says nothing of it', async () => {
  expect(await toldOf({})).toEqual([])
})
