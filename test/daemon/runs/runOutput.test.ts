// The file that a run writes outside of twin's state: what stands in it, where it may lie, and what happens where it cannot be written.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outputText } from '../../../daemon/runs/outputText.ts'

import type { Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { storeMail } from '../views/mailCache.ts'
import { fakeStore } from './fakeRun.ts'
import { mailsIn, runSite, valueOf } from './runWorld.ts'

const codeOf = (result: Result<unknown>): string => (result.ok ? 'done' : result.refusal.code)
const withOutput = (path: string): string =>
  `run: { name: receipts, backend: home, when: manual }
view: { query: 'collection:INBOX', limit: 10 }
pipeline:
  - uses: read@1
    in: { mail: { from: view, project: [body] } }
    output: ${JSON.stringify(path)}
`

describe('the output of a run', () => {
  test('is a file of the day with a record a line, in the order of the view', async () => {
    const site = runSite()
    const report = valueOf(await site.start(site.write('receipts', withOutput('~/Documents/{date}.jsonl'))))
    const path = join(site.folder, 'Documents/2026-11-30.jsonl')
    expect(report.output).toBe(path)
    expect(readFileSync(path, 'utf8')).toBe([0, 1, 2].map(at => `{"text":"read: text ${at}"}\n`).join(''))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(site.folder, 'Documents'))).toEqual(['2026-11-30.jsonl'])
  })

  test("is a Markdown list in which a stranger's text is inert", async () => {
    const folder = temporaryFolder()
    const body = '# Head ![x](http://evil.example/a.png) <script>alert(1)</script> [[link]] `code`'
    const site = runSite({ folder, mails: [storeMail(folder, 0, { subject: 's', body })] })
    valueOf(await site.start(site.write('receipts', withOutput('~/Documents/list.md'))))
    const text = readFileSync(join(folder, 'Documents/list.md'), 'utf8')
    expect(text).toMatch(/^- text: “read: Head/)
    expect(text.split('\n')).toHaveLength(2)
    for (const structure of ['![', '](', '<script', '[[', '`', '://', '#'])
      expect(text).not.toContain(structure)
  })

  test('is replaced whole by the next run, and empty where nothing was put out', async () => {
    const site = runSite()
    const path = join(site.folder, 'Documents/list.md')
    writeFileSync(path, 'what was there')
    valueOf(await site.start(site.write('receipts', withOutput('~/Documents/list.md'))))
    expect(readFileSync(path, 'utf8')).not.toContain('what was there')
    Object.assign(site.world.store, {
      find: () => ({ ok: true, value: { messages: [], matched: 0, more: 0, cut: 0, notes: [] } }),
    })
    valueOf(await site.start('receipts'))
    expect(readFileSync(path, 'utf8')).toBe('')
  })

  test.each([
    ["twin's state", 'home/state/list.md'],
    ["twin's configuration", 'home/list.md'],
    ['the Maildir of an account', 'Mail/list.md'],
    ['a folder that is not there', 'Absent/list.md'],
    ['a folder, by a name without an ending', 'Documents/list'],
    ['a folder, by the ending of a program', 'Documents/list.sh'],
  ])('is refused in %s before anything begins', async (_where, path) => {
    const site = runSite()
    expect(codeOf(await site.start(site.write('receipts', withOutput(`~/${path}`))))).toBe('config')
    expect(existsSync(site.world.paths.runs)).toBe(false)
    expect(existsSync(join(site.folder, path))).toBe(false)
  })

  test('is refused where a link leads into the Maildir, and taken where it leads elsewhere', async () => {
    const site = runSite()
    mkdirSync(join(site.folder, 'Mail/cur'))
    symlinkSync(join(site.folder, 'Mail/cur'), join(site.folder, 'Into'))
    symlinkSync(join(site.folder, 'Documents'), join(site.folder, 'Elsewhere'))
    const [into, elsewhere] = ['~/Into/x.md', '~/Elsewhere/x.md'].map(withOutput)
    expect(codeOf(await site.start(site.write('receipts', into ?? '')))).toBe('config')
    expect(codeOf(await site.start(site.write('receipts', elsewhere ?? '')))).toBe('done')
    expect(existsSync(join(site.folder, 'Documents/x.md'))).toBe(true)
  })

  test.each([
    ['a folder that a job with a way out reads', 'reads = ["~/Documents"]\nnetwork = "open"', 'config'],
    ['a file that a job with a way out reads', 'reads = ["~/Documents/x.md"]\nnetwork = "open"', 'config'],
    ['a folder that a job with a way out writes', 'writes = ["~/Documents"]\nnetwork = "open"', 'config'],
    ['the program of a job', 'command = ["/bin/sh", "FOLDER/Documents/x.md"]', 'config'],
    ['a folder that a job without a way out reads', 'reads = ["~/Documents"]', 'done'],
    ['a folder beside what a job with a way out reads', 'reads = ["~/Other"]\nnetwork = "open"', 'done'],
  ])('lies in no place of a job that could carry it out, as in %s: %s', async (_what, table, came) => {
    const folder = temporaryFolder()
    for (const one of ['Documents', 'Other']) mkdirSync(join(folder, one))
    writeFileSync(join(folder, 'Documents/x.md'), '')
    const command = table.startsWith('command') ? '' : 'command = ["/bin/true"]\n'
    const toml = `[jobs.out]\n${command}${table.replace('FOLDER', folder)}\n`
    const site = runSite({ folder, toml })
    expect(codeOf(await site.start(site.write('receipts', withOutput('~/Documents/x.md'))))).toBe(came)
  })

  test('is refused where a folder of that name lies', async () => {
    const site = runSite()
    mkdirSync(join(site.folder, 'Documents/x.md'))
    expect(codeOf(await site.start(site.write('receipts', withOutput('~/Documents/x.md'))))).toBe('config')
  })

  test('keeps what was there where its folder is taken away before it is written, and the run says why', async () => {
    const site = runSite({
      before: () => renameSync(join(site.folder, 'Documents'), join(site.folder, 'Away')),
    })
    Object.assign(site.world.store, fakeStore(mailsIn(join(site.folder, 'one'), 1)))
    writeFileSync(join(site.folder, 'Documents/x.md'), 'old')
    expect(codeOf(await site.start(site.write('receipts', withOutput('~/Documents/x.md'))))).toBe('disk')
    expect(readdirSync(join(site.folder, 'Away'))).toEqual(['x.md'])
    expect(readFileSync(join(site.folder, 'Away/x.md'), 'utf8')).toBe('old')
    expect(valueOf(site.runs.list())[0]).toMatchObject({ state: 'failed', output: null })
  })
})

describe('outputText', () => {
  test('writes out in JSON what a terminal or an editor would obey', () => {
    const record = { text: 'a\u001b[31m\u202eb\u2028c\u0085d\u200de\ue000' }
    const line = outputText('jsonl', [record])
    expect(JSON.parse(line)).toEqual(record)
    expect(line).not.toMatch(/[^\n\x20-\x7e]/)
  })

  test('keeps ordinary letters of every script in JSON', () => {
    expect(outputText('jsonl', [{ text: 'Grüße 日本 🙂' }])).toBe('{"text":"Grüße 日本 🙂"}\n')
  })

  test('puts each record of an array on a line of its own', () => {
    expect(outputText('jsonl', [[{ a: 1 }, { a: 2 }], { a: 3 }])).toBe('{"a":1}\n{"a":2}\n{"a":3}\n')
    expect(outputText('md', [[{ a: 1 }, { a: 2 }]])).toBe('- a: 1\n- a: 2\n')
  })

  test('shows in Markdown numbers and truth values bare, and whatever is nested as text', () => {
    const line = outputText('md', [{ n: 1, yes: true, none: null, list: ['a|b'], deep: { x: '](y)' } }])
    expect(line).toContain('n: 1; yes: true; none: none; list: “')
    expect(line).not.toContain('](')
    expect(line).not.toContain('|')
    expect(outputText('md', [{}, true])).toBe('- nothing\n- true\n')
  })
})
