// A person's program as an actor, by `[actors.reasoner] command`: it gets records alone, reaches its one host over a lane, decides and
// proposes; and rule 1 refuses it as soon as mail is wired to it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { RunChecked } from '../../protocol/runChecked.ts'
import { type Home, homeWithMail, installRun, isConfinable, mailFiles } from './home.ts'

const PYTHON = '/usr/bin/python3'
const SCRIPT = join(packageRoot, 'test/scenarios/reasoner.py')

/** A service of the person's: says of each record, a line, whether its amount is large; what it was sent. */
async function service(): Promise<{ port: number; heard: string[]; accepted: () => number }> {
  const heard: string[] = []
  const state = { accepted: 0 }
  const server = createServer(socket => {
    state.accepted++
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      heard.push(String(bytes).trim())
      socket.end(/1\.234,50|2012\.00/.test(String(bytes)) ? 'large\n' : 'small\n')
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, heard, accepted: () => state.accepted }
}

/** The step that decides, as the program; `more`: lines of the step besides. */
const STEP = (elsewhere: number, more: string) => `  - uses: reason@1
    actor: reasoner
    in:
      records: { from: grounding-check.records }
${more}    spool: true
    with:
      elsewhere: ${elsewhere}
      schema:
        type: object
        required: [kind, connected]
        properties:
          kind: { type: string, enum: [small, large] }
          connected: { type: boolean }
apply:
  auto: [flag.add]
  deny: [expunge, trash, send]
  rate: 200/h
`
/** receipts with the program in the place of its rules. */
const withProgram = (elsewhere: number, more: string) => (text: string) =>
  text.slice(0, text.indexOf('  # What is done about it is decided')) + STEP(elsewhere, more)

const actor = (home: Home, port: number) =>
  home.configure(`[actors.reasoner]\ncommand = ["${PYTHON}", "${SCRIPT}"]\nnet = ["127.0.0.1:${port}"]\n`)
const bitsOf = async (home: Home, path: string): Promise<number> => {
  const { stderr, stdout } = await home.twin('run', 'check', path)
  return Number(/accept_bits: (\d+)/.exec(stderr + stdout)?.[1])
}

describe.skipIf(!isConfinable || !existsSync(PYTHON))('a program as the actor of receipts', () => {
  test('reads records, asks its host over a lane, decides and proposes', { timeout: 240_000 }, async () => {
    const home = await homeWithMail()
    const [own, other] = await Promise.all([service(), service()])
    actor(home, own.port)
    home.allow({ 'mail.flag': 'auto' })
    // Without the person's word on how much may leave, it is refused before anything starts.
    const bare = installRun(home, 'receipts', withProgram(other.port, ''))
    const bits = await bitsOf(home, bare)
    expect(bits).toBeGreaterThan(64)
    expect((await home.twin('run', 'receipts')).code).not.toBe(0)
    expect(own.heard).toEqual([])
    const path = installRun(home, 'receipts', withProgram(other.port, `    accept_bits: ${bits}\n`))
    const checked = RunChecked.parse(JSON.parse(await home.say('run', 'check', path, '--json')))
    expect(JSON.stringify(checked)).toContain(`127.0.0.1:${own.port}`)

    const ran = await home.run('receipts')
    expect(ran.steps.map(({ name, failures }) => [name, failures])).toEqual([
      ['extract', 0],
      ['grounding-check', 0],
      ['reason', 0],
    ])
    const [, , reason] = ran.steps
    expect(reason?.done).toBe(own.heard.length)
    expect(own.heard).toHaveLength(10)
    const folder = join(home.config, 'state/runs', ran.id, '3-reason/decisions')
    const decisions = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8').trim())
    expect(decisions.filter(text => text === '{"kind":"large","connected":false}')).toHaveLength(2)
    expect(decisions.filter(text => text === '{"kind":"small","connected":false}')).toHaveLength(8)
    // The lane is its only way out: of the other service it got nothing.
    expect(other.accepted()).toBe(0)
    for (const line of own.heard) expect(line).not.toContain('Thank you for your purchase')
    const large = mailFiles(home.mail).filter(
      ({ path: file, flags }) => flags.includes('F') && /1\.234,50|2012\.00/.test(readFileSync(file, 'utf8')),
    )
    expect(large).toHaveLength(2)
    expect(ran.proposals).toMatchObject({ applied: 2, pending: 0, refused: 0 })
  })

  test('connects elsewhere where nothing confines it: the control of the above', async () => {
    const other = await service()
    const { spawnSync } = await import('node:child_process')
    const done = spawnSync(
      PYTHON,
      ['-c', `import socket; socket.create_connection(("127.0.0.1", ${other.port}), 2).close(); print("in")`],
      { encoding: 'utf8' },
    )
    expect(done.stdout.trim()).toBe('in')
  })

  test('is refused by rule 1 where mail is wired to it', { timeout: 120_000 }, async () => {
    const home = await homeWithMail()
    const own = await service()
    actor(home, own.port)
    const more = '      mail: { from: view, project: [envelope] }\n    accept_bits: 1000000\n'
    const path = installRun(home, 'receipts', withProgram(own.port, more))
    for (const words of [
      ['run', 'check', path],
      ['run', 'receipts'],
    ]) {
      const { code, stdout, stderr } = await home.twin(...words)
      expect(code, words.join(' ')).toBe(2)
      expect((stdout + stderr).replaceAll(/\s+/g, ' '), words.join(' ')).toMatch(
        /line \d+, column \d+ .*rule 1: it may reach 127\.0\.0\.1:\d+ and takes mail at mail/,
      )
    }
    expect(own.accepted()).toBe(0)
    expect(
      existsSync(join(home.config, 'state/runs')) ? readdirSync(join(home.config, 'state/runs')) : [],
    ).toEqual([])
    // A program without a way out may have the mail: the same run without its host.
    writeFileSync(
      join(home.config, 'twin.toml'),
      readFileSync(join(home.config, 'twin.toml'), 'utf8').replace(/^net = .*127.*$/m, ''),
    )
    const text = readFileSync(path, 'utf8').replace(/^ *accept_bits: .*\n/m, '')
    writeFileSync(path, text)
    expect(await home.say('run', 'check', path)).toContain('This run can start.')
  })
})
