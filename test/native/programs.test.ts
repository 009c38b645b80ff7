// Every forbidden act by a program that is not twin's, under each network that a table may name, each with the control that it
// succeeds alone. The table is test/probes/acts.ts; what such a program may do besides is test/probes/programs.ts.
import { spawnSync } from 'node:child_process'
import { closeSync, copyFileSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchProgram } from '../../native/programProfile.ts'
import { type Act, ALLOWED_ACTS, INHERITED_FD } from '../probes/acts.ts'
import { Harness, loadProbes, type RunResult } from '../probes/harness.ts'
import {
  allowedTo,
  makeProgram,
  type NetworkName,
  NETWORKS,
  type ProgramSubject,
  refusedTo,
  runProgram,
} from '../probes/programs.ts'
import { listener, makePlace, makeWorld, type Place, portOf, type World } from '../probes/world.ts'

const REFUSED = /^(EACCES|EPERM|EXDEV|EBADF|ENOSYS|ENOMEM)$/
/** Every act that some program is refused. */
const ALL = [...new Map(NETWORKS.flatMap(refusedTo).map(act => [act.name, act])).values()]
const linux = process.platform === 'linux'

describe.skipIf(!linux)('a program that is not twin’s', () => {
  let harness: Harness
  let world: World
  let own: Awaited<ReturnType<typeof listener>>
  let alone: Record<string, string>
  const subjects = new Map<NetworkName, ProgramSubject>()
  const results = new Map<NetworkName, Record<string, string>>()
  let places = 0

  function place(output: string, granted: string): Place {
    const made = makePlace(join(harness.folder, `outside-${places++}`), granted, output)
    loadProbes(harness)('set-attribute', join(made.outside, 'xattr'))
    writeFileSync(join(made.outside, 'inherited'), 'secret')
    return made
  }
  const calls = (acts: readonly Act[], at: Place) =>
    acts.map(act => ({ name: act.name, call: act.call(world, at) }))

  async function withSecrets(
    at: Place,
    run: (inherited: ('pipe' | 'ignore' | number)[]) => Promise<RunResult>,
  ): Promise<RunResult> {
    const fd = openSync(join(at.outside, 'inherited'), 'r')
    try {
      return await run(['pipe', ...Array.from({ length: INHERITED_FD - 4 }, () => 'ignore' as const), fd])
    } finally {
      closeSync(fd)
    }
  }

  async function confined(name: NetworkName, acts: readonly Act[]): Promise<RunResult> {
    const subject = subjectOf(name)
    const at = place(subject.output, subject.granted)
    const env = { TWIN_PROBE_SECRET: 'secret' }
    return withSecrets(at, inherited =>
      runProgram(harness, subject, { acts: calls(acts, at), inherited, env }),
    )
  }
  async function unconfined(acts: readonly Act[]): Promise<RunResult> {
    const subject = subjectOf('none')
    const outside = join(harness.folder, `outside-${places}`)
    const at = place(outside, subject.granted)
    const profile = { name: 'brief', files: [], trees: [], lists: [], reads: [], writes: [] }
    return withSecrets(at, inherited =>
      harness.run({
        profile,
        mode: 'alone',
        acts: calls(acts, at),
        inherited,
        env: { TWIN_PROBE_SECRET: 'secret' },
      }),
    )
  }
  const subjectOf = (name: NetworkName): ProgramSubject => {
    const subject = subjects.get(name)
    if (!subject) throw new Error(`no program ${name}`)
    return subject
  }

  beforeAll(async () => {
    harness = new Harness()
    world = await makeWorld(harness)
    own = await listener('127.0.0.1', () => undefined)
    for (const name of NETWORKS) subjects.set(name, makeProgram(harness, name, portOf(own)))
    alone = (await unconfined(ALL)).outcomes
    for (const name of NETWORKS) {
      const result = await confined(name, refusedTo(name))
      expect(result.stderr, `${name} confined`).toBe('')
      results.set(name, result.outcomes)
    }
  })
  afterAll(() => {
    own?.close()
    world.close()
    harness.remove()
  })

  for (const act of ALL)
    test(`a process without rules can ${act.name}, which some program cannot`, context => {
      const result = alone[act.name]
      if (act.needs && result !== 'done') context.skip(`this machine lacks ${act.needs} (${result})`)
      expect(result).toBe('done')
    })

  for (const name of NETWORKS)
    for (const act of refusedTo(name))
      test(`a program with network ${name} is refused to ${act.name}`, context => {
        if (act.needs && alone[act.name] !== 'done') context.skip(`this machine lacks ${act.needs}`)
        expect(results.get(name)?.[act.name]).toMatch(REFUSED)
      })

  for (const name of NETWORKS) {
    test(`a program with network ${name} can do what its table says, and start programs`, async () => {
      const acts = allowedTo(name, world, portOf(own))
      const { outcomes } = await confined(name, acts)
      expect(outcomes).toEqual(Object.fromEntries(acts.map(act => [act.name, 'done'])))
    })

    test(`a program with network ${name} reads and writes what its table names`, async () => {
      const { outcomes } = await confined(name, ALLOWED_ACTS)
      expect(outcomes).toEqual(Object.fromEntries(ALLOWED_ACTS.map(act => [act.name, 'done'])))
    })

    test(`a program with network ${name} runs what may be read, and nothing else`, async () => {
      const subject = subjectOf(name)
      const outside = join(harness.folder, `echo-${name}`)
      const written = join(subject.output, 'echo')
      const read = join(subject.granted, '..', 'echo')
      for (const path of [outside, written, read]) copyFileSync('/bin/echo', path)
      const run = async (path: string) => {
        const act: Act = { name: 'exec', call: () => ['exec', path, 'ran'] }
        const { stdout, outcomes } = await confined(name, [act])
        return outcomes['exec'] ?? stdout
      }
      expect(await run('/bin/echo')).toBe('ran\n')
      expect(await run(read)).toBe('ran\n')
      expect(await run(outside)).toBe('EACCES')
      expect(await run(written)).toBe('EACCES')
    })
  }

  test('what a program starts is bound as it is', async () => {
    const { profile, granted } = subjectOf('none')
    writeFileSync(granted, 'granted')
    const at = place(subjectOf('none').output, granted)
    const script = `/bin/cat ${granted}; (/bin/cat ${join(at.outside, 'read')}; /bin/sh -c '/bin/cat ${join(at.outside, 'read')}') 2>&1`
    const { file, args, env } = launchProgram(profile, ['/bin/sh', '-c', script])
    const text = spawnSync(file, args, { env, encoding: 'utf8' }).stdout
    expect(text.match(/granted/g)).toHaveLength(1)
    expect(text.match(/Permission denied/g)).toHaveLength(2)
    expect(text).not.toContain('secret')
  })
})
