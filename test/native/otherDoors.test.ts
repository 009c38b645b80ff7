// Two doors that need a process of their own to try: the system calls of another architecture, and typing into the terminal
// that a helper inherited as its stdio.
import { spawn as spawnInTerminal } from 'node-pty'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../../native/launch.ts'
import { Harness, type Mode } from '../probes/harness.ts'
import { makeSubject, type Subject } from '../probes/profiles.ts'

describe.skipIf(process.platform !== 'linux')('a confined helper', () => {
  let harness: Harness
  let subject: Subject
  beforeAll(() => {
    harness = new Harness()
    subject = makeSubject('filter', harness.folder, harness.driver)
  })
  afterAll(() => harness.remove())

  const run = (mode: Mode, probe: string) =>
    harness.run({ profile: subject.profile, mode, acts: [{ name: probe, call: [probe] }] })

  test.skipIf(process.arch !== 'x64')('a helper that calls by i386 numbers is killed', async context => {
    const control = await run('alone', 'i386')
    if (control.signal !== null) context.skip('this kernel has no i386 calls')
    expect(control.outcomes).toEqual({ i386: 'done' })
    expect(await run('confined', 'i386')).toMatchObject({ code: null, signal: 'SIGSYS', stdout: '' })
  })

  test.skipIf(process.arch !== 'x64')(
    'a helper that calls by x32 numbers is refused before the kernel looks',
    async () => {
      // A kernel without x32 answers ENOSYS itself, one with it makes the socket: EPERM is the filter's word.
      expect(['ENOSYS', 'done']).toContain((await run('alone', 'x32')).outcomes['x32'])
      expect((await run('confined', 'x32')).outcomes).toEqual({ x32: 'EPERM' })
    },
  )

  /** In a terminal of its own: the driver's first act waits for the end of stdin, which is Ctrl-D there. */
  async function inTerminal(mode: 'alone' | 'confined'): Promise<string> {
    const acts = [{ name: 'inject', call: ['inject-input', 0] }]
    const task = JSON.stringify({ confined: mode === 'confined', probes: harness.probes, acts })
    const profile = { ...subject.profile, files: [...subject.profile.files, harness.driver, harness.probes] }
    const plain = { file: process.execPath, args: [harness.driver, JSON.stringify(profile), task], env: {} }
    const start = mode === 'alone' ? plain : launch(profile, harness.driver, { args: [task] })
    const terminal = spawnInTerminal(start.file, start.args, { env: start.env, cols: 1_000 })
    let text = ''
    terminal.onData(data => (text += data))
    terminal.write('\x04')
    await new Promise(resolve => terminal.onExit(resolve))
    return /\{"inject":"([^"]*)"\}/.exec(text)?.[1] ?? text
  }

  test('a helper cannot type into the terminal that it inherited', async context => {
    const control = await inTerminal('alone')
    if (control !== 'done') context.skip(`this kernel lets nobody type into a terminal (${control})`)
    expect(await inTerminal('confined')).toBe('EPERM')
  })
})
