// The sample Maildir: the same bytes for the same time, as other mail programs see it, and through the adapter.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSampleMaildir } from '../../demo/maildir/writeSampleMaildir.ts'
import { list, openBox } from '../helpers/adapters/maildir/mailbox.ts'
import { temporaryFolder } from '../daemon/temporaryFolder.ts'

const NOW = 1_796_040_000

function sample(now = NOW): string {
  const folder = join(temporaryFolder(), 'Mail')
  writeSampleMaildir(folder, now)
  return folder
}
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()

test('the sample Maildir has the same names, bytes and times for the same now', () => {
  const [one, other] = [sample(), sample()]
  const seen = (folder: string) =>
    filesOf(folder).map(path => [path.slice(folder.length), readFileSync(path, 'utf8')])
  expect(seen(one)).toEqual(seen(other))
  const letter = filesOf(one).find(path => path.includes('/new/')) ?? ''
  expect(statSync(letter).mtimeMs / 1_000).toBe(Number(/\/(\d+)\./.exec(letter)?.[1]))
  expect(seen(sample(NOW + 60))).not.toEqual(seen(one))
})

test('the sample Maildir is listed whole, with every folder but one for receipts', () => {
  const folder = sample()
  const { messages, problems } = list(openBox({ root: folder, scratch: temporaryFolder() }))
  const count = (collection: string) => messages.filter(one => one.collection === collection).length
  expect([messages.length, problems]).toEqual([39, []])
  expect([...new Set(messages.map(one => one.collection))].sort()).toEqual([
    'Archive',
    'Archive/2025',
    'Drafts',
    'INBOX',
    'Lists',
    'Sent',
    'Trash',
  ])
  expect([count('INBOX') >= 25, count('Sent') >= 5]).toEqual([true, true])
})

test('a folder with a message of the sample is not written over', () => {
  const folder = sample()
  expect(() => writeSampleMaildir(folder, NOW)).toThrow('EEXIST')
})

test.skipIf(!existsSync('/usr/bin/mlist'))('mblaze reads every message of the sample', () => {
  const folder = sample()
  const run = (program: string, input: string, ...args: string[]) =>
    spawnSync(program, args, {
      input,
      encoding: 'utf8',
      env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    }).stdout
  const names = run('mlist', '', folder)
  const ids = run('mhdr', names, '-h', 'message-id')
  expect(ids.trim().split('\n')).toHaveLength(names.trim().split('\n').length)
  expect(
    run(
      'mshow',
      '',
      '-n',
      ...names
        .trim()
        .split('\n')
        .filter(name => name.includes('M10P')),
    ),
  ).not.toBe('')
})
