// twind itself at the time of day: the brief of a Maildir account as the job "mail", and a run by its `when: daily`, both due in the
// same minute. It waits for that minute by the clock on the wall.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { RunsListed } from '../../protocol/runShown.ts'
import { twinFile } from '../cli/twinProcess.ts'
import { homeWithMail, installRun, isConfinable } from './home.ts'

/** The first whole minute that is at least twenty seconds away, as HH:MM of Oslo. */
const soon = (): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Oslo', hour: '2-digit', minute: '2-digit' }).format(
    Date.now() + 80_000,
  )

describe.skipIf(!isConfinable)('twind at the time of day', () => {
  test(
    'makes the brief of a Maildir account and starts a run that is due',
    { timeout: 300_000 },
    async () => {
      const home = await homeWithMail()
      mkdirSync(join(home.folder, 'Documents'))
      await home.say('sync', 'home')
      const at = soon()
      home.edit({
        'mail = ["05:25", "10:30", "14:20"]': `mail = ["${at}"]`,
        'engine = "auto"': 'engine = "rules"',
      })
      installRun(home, 'digest', text => text.replace('when: daily 07:00', `when: daily ${at}`))
      const twind = spawn(process.execPath, [twinFile, 'daemon'], {
        env: home.env,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let log = ''
      twind.stderr.on('data', bytes => (log += String(bytes)))
      const ended = once(twind, 'close')
      onTestFinished(() => void twind.kill('SIGKILL'))
      while (!log.includes('started')) await pause(50)
      expect(await home.say('schedule')).toContain('run.digest')

      const notes = join(home.folder, 'Documents/Brief')
      const digest = () => readdirSync(home.folder).find(name => name.startsWith('digest '))
      while (twind.exitCode === null && !(existsSync(notes) && readdirSync(notes).length > 0 && digest()))
        await pause(200)
      expect(twind.exitCode, log).toBeNull()
      const [note = ''] = readdirSync(notes)
      expect(readFileSync(join(notes, note), 'utf8')).toContain('The hall on Tuesday')
      expect(readFileSync(join(home.folder, digest() ?? ''), 'utf8')).toContain('Tickets for Friday')
      const listed = async () => RunsListed.parse(JSON.parse(await home.say('runs', '--json'))).runs
      while ((await listed())[0]?.state === 'running') await pause(200)
      expect(await listed()).toMatchObject([{ state: 'done', failures: 0 }])
      expect(await home.say('jobs', 'show', 'run.digest')).toMatch(/schedule/)
      expect(await home.say('jobs', 'show', 'mail')).toMatch(/schedule/)
      twind.kill('SIGTERM')
      await ended
      expect(twind.exitCode).toBe(0)
    },
  )
})
