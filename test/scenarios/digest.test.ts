// The example "digest", as README shows it: a dated file in the person's home, and no spool at any moment of the run.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { example, homeWithMail, isConfinable, mailFiles } from './home.ts'

describe.skipIf(!isConfinable)('digest on the sample Maildir', () => {
  test('writes one line a message into a dated file, and no spool exists', { timeout: 240_000 }, async () => {
    const home = await homeWithMail()
    // Whatever policy.toml allows: a run without "apply" has no spool.
    home.allow({ 'mail.collection': 'auto', 'mail.flag': 'auto' })
    const before = mailFiles(home.mail)
    const runs = join(home.config, 'state/runs')
    const seen = new Set<string>()
    const running = { is: true }
    const watching = (async () => {
      while (running.is) {
        const names = existsSync(runs) ? readdirSync(runs, { recursive: true, encoding: 'utf8' }) : []
        names.map(path => path.split('/')[1] ?? '').forEach(name => seen.add(name))
        await pause(5)
      }
    })()
    const ran = await home.run(example('digest'))
    running.is = false
    await watching
    expect([...seen].filter(name => /spool/.test(name))).toEqual([])
    expect([...seen].some(name => name === 'mail')).toBe(true)
    expect(ran).toMatchObject({ state: 'done', proposals: { applied: 0, pending: 0, refused: 0 } })
    expect(ran.boundaries.filter(({ to }) => to === 'spool')).toEqual([])
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Oslo' }).format(ran.started * 1_000)
    const path = join(home.folder, `digest ${day}.md`)
    expect(ran.output).toBe(path)
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(ran.view.messages)
    expect(lines.some(line => line.includes('Tickets for Friday'))).toBe(true)
    expect(lines.every(line => line.startsWith('- '))).toBe(true)
    expect(mailFiles(home.mail)).toEqual(before)
    // Once more: the same day is the same file, anew.
    await home.run(example('digest'))
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(lines.length)
    expect(readdirSync(home.folder).filter(name => name.startsWith('digest'))).toHaveLength(1)
  })
})
