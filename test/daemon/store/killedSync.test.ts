// A sync is killed by SIGKILL before every single act on the disk, and before and after every transaction. Whatever the moment: what can
// be found then is whole, and the next sync leaves what one that was never killed leaves. The same for a disk that fills up.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundledScript } from '../otherProcess.ts'
import { change, fill } from './killedMailbox.ts'
import { storeWorld } from './storeWorld.ts'

/** `step`: the act before which it ends; 0: none. `how`: "kill", or "full": every act that adds something fails from there on. */
const SCRIPT = `
import fs from 'node:fs'
import Database from 'better-sqlite3'
import { openStore } from './daemon/store/openStore.ts'
import { parseConfig } from './protocol/config.ts'
import { fakeMailbox } from './test/daemon/store/fakeAdapter.ts'
import { fakeParse, parseStage } from './test/daemon/store/fakeParse.ts'
import { change, fill } from './test/daemon/store/killedMailbox.ts'
const [, , folder, phase, how, step] = process.argv
let acts = 0
function act(adds) {
  acts++
  if (how === 'kill' && acts === Number(step)) process.kill(process.pid, 'SIGKILL')
  if (how === 'full' && acts >= Number(step) && Number(step) > 0 && adds)
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', errno: -28 })
}
const ADDING = ['mkdirSync', 'linkSync', 'writeFileSync']
for (const name of [...ADDING, 'renameSync', 'rmdirSync', 'unlinkSync', 'chmodSync']) {
  const real = fs[name]
  fs[name] = (...args) => {
    act(ADDING.includes(name))
    return real(...args)
  }
}
const make = Database.prototype.transaction
Database.prototype.transaction = function (body) {
  const run = make.call(this, body)
  return (...args) => {
    act(false)
    const result = run(...args)
    act(false)
    return result
  }
}
const mailbox = fakeMailbox(folder + '/home/adapter/incoming', 'fixed')
fill(mailbox)
if (phase === 'second') change(mailbox)
const { accounts } = parseConfig('[accounts.home]\\nadapter = "maildir"\\npath = "/mail/home"\\n').value
const store = openStore({
  folder, account: name => accounts[name], openAdapter: mailbox.open, performStep: fakeParse().performStep,
  parseStage: () => ({ ok: true, value: parseStage(phase === 'second' ? 2 : 1) }), now: Date.now,
})
void store.sync('home', { signal: new AbortController().signal, progress: () => undefined }).then(synced => {
  console.log(JSON.stringify({ acts, synced }))
})`

/** In memory where that can be had: hundreds of syncs of a disk take minutes and prove nothing here. */
function quickFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'twin-killed-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** All that lies in the store, and all that is found in it. */
function stateOf(folder: string) {
  const world = storeWorld({ folder, epoch: 'fixed' })
  const states = world.store.accounts()
  const isSynced = states.ok && states.value[0]?.synced !== undefined && states.value[0].synced !== null
  const found = isSynced ? world.find('*').messages : []
  const mails = found.map(({ mail, thread, bySubject }) => {
    // Whatever is found is whole.
    expect(existsSync(mail.raw)).toBe(true)
    if (mail.parsed === null) return { problem: mail.problem }
    const parsed = world.store.parsedOf(mail)
    if (!parsed.ok) throw new Error(parsed.refusal.is)
    expect(readFileSync(mail.raw, 'utf8')).toContain(parsed.value.subject)
    expect(world.find(`subject:${parsed.value.subject}`).matched).toBe(1)
    return { subject: parsed.value.subject, places: mail.places, thread, bySubject }
  })
  const files = {
    raw: world.files('home/raw').sort(),
    parsed: world.files('parsed').sort(),
    work: world.files('.parsing'),
  }
  world.store.close()
  return { mails, files }
}

const run = (script: string, folder: string, ...way: readonly string[]) =>
  spawnSync(process.execPath, [script, folder, ...way], { encoding: 'utf8' })

/** The next sync, as a new process would do it. */
async function complete(folder: string): Promise<void> {
  const world = storeWorld({ folder, epoch: 'fixed' })
  world.settings.version = 2
  fill(world.mailbox)
  change(world.mailbox)
  await world.sync()
  world.store.close()
}

describe('a sync that is cut off', () => {
  test.each(['kill', 'full'])(
    'at every step by %s is completed by the next, and nothing half is ever found',
    async how => {
      const script = await bundledScript(SCRIPT)
      const first = join(quickFolder(), 'store')
      run(script, first, 'first', 'kill', '0')
      const before = stateOf(first)
      const copied = (): string => {
        const folder = join(quickFolder(), 'store')
        cpSync(first, folder, { recursive: true })
        return folder
      }
      const wanted = copied()
      const whole = JSON.parse(run(script, wanted, 'second', 'kill', '0').stdout) as { acts: number }
      const end = stateOf(wanted)
      expect(end.mails).toMatchObject(['five', 'four', 'three', 'one'].map(subject => ({ subject })))
      expect(end.files.raw).toHaveLength(4)
      expect(end.files).toMatchObject({ parsed: end.files.raw, work: [] })
      expect(whole.acts).toBeGreaterThan(60)
      let cut = 0
      const halves = new Set<string>()
      // A disk that is full stays so: every third beginning of it is enough.
      for (let step = 1; step <= whole.acts; step += how === 'kill' ? 1 : 3) {
        const folder = copied()
        const killed = run(script, folder, 'second', how, String(step))
        if (how === 'kill') expect(killed.signal).toBe('SIGKILL')
        else if (killed.stdout.includes('"ok":false')) {
          expect(killed.stdout).toContain('disk is full')
          cut++
        }
        for (const mail of stateOf(folder).mails) if ('problem' in mail) halves.add(mail.problem ?? '')
        await complete(folder)
        expect([step, stateOf(folder)]).toEqual([step, end])
      }
      expect(before.mails).toHaveLength(3)
      // A message that has no parsed form says so.
      expect([...halves].filter(why => why !== 'it is being parsed again')).toEqual([])
      if (how === 'full') expect(cut).toBeGreaterThan(5)
    },
    300_000,
  )
})
