// Every forbidden act under every profile, each with the control that it succeeds alone. The table is test/probes/acts.ts.
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTS, ALLOWED_ACTS, EXEC_ACTS, INHERITED_FD, type Act } from '../probes/acts.ts'
import { Harness, loadProbes, type Mode, type RunResult } from '../probes/harness.ts'
import { HELPERS, makeSubject, type Subject, SUBJECTS } from '../probes/profiles.ts'
import { makePlace, makeWorld, type Place, type World } from '../probes/world.ts'

const REFUSED = /^(EACCES|EPERM|EXDEV|EBADF|ENOSYS|ENOMEM)$/
const linux = process.platform === 'linux'

describe.skipIf(!linux)('every forbidden act', () => {
  let harness: Harness
  let world: World
  let alone: Record<string, string>
  const subjects = new Map<string, Subject>()
  const confined = new Map<string, Record<string, string>>()
  let runs = 0

  async function run(subject: Subject, mode: Mode, acts: readonly Act[]): Promise<RunResult> {
    const outside = join(harness.folder, `outside-${runs++}`)
    // Alone, an act leaves something behind: it gets an output of its own.
    const place = makePlace(outside, subject.granted, mode === 'alone' ? outside : subject.output)
    return runAt(subject, mode, { acts, place })
  }

  async function runAt(
    subject: Subject,
    mode: Mode,
    task: { acts: readonly Act[]; place: Place },
  ): Promise<RunResult> {
    loadProbes(harness)('set-attribute', join(task.place.outside, 'xattr'))
    const secret = join(task.place.outside, 'inherited')
    writeFileSync(secret, 'secret')
    const fd = openSync(secret, 'r')
    try {
      return await harness.run({
        profile: subject.profile,
        mode,
        acts: task.acts.map(act => ({ name: act.name, call: act.call(world, task.place) })),
        inherited: ['pipe', ...Array.from({ length: INHERITED_FD - 4 }, () => 'ignore' as const), fd],
        kept: 1,
        env: { TWIN_PROBE_SECRET: 'secret' },
      })
    } finally {
      closeSync(fd)
    }
  }

  const subjectOf = (name: string): Subject => {
    const subject = subjects.get(name)
    if (!subject) throw new Error(`no profile ${name}`)
    return subject
  }

  beforeAll(async () => {
    harness = new Harness()
    world = await makeWorld(harness)
    for (const name of HELPERS) subjects.set(name, makeSubject(name, harness.folder, harness.driver))
    const control = await run(subjectOf('filter'), 'alone', ACTS)
    alone = control.outcomes
    for (const name of HELPERS) {
      const result = await run(subjectOf(name), 'confined', ACTS)
      expect(result.stderr, `${name} confined`).toBe('')
      confined.set(name, result.outcomes)
    }
  })
  afterAll(() => {
    world.close()
    harness.remove()
  })

  for (const act of ACTS) {
    test(`a process without rules can ${act.name}`, context => {
      const result = alone[act.name]
      if (act.needs && result !== 'done') context.skip(`this machine lacks ${act.needs} (${result})`)
      expect(result).toBe('done')
    })
    for (const name of HELPERS)
      test(`the ${name} helper is refused to ${act.name}`, context => {
        if (act.needs && alone[act.name] !== 'done') context.skip(`this machine lacks ${act.needs}`)
        expect(confined.get(name)?.[act.name]).toMatch(REFUSED)
      })
  }

  for (const act of EXEC_ACTS) {
    test(`a process without rules becomes another program when told to ${act.name}`, async () => {
      expect((await run(subjectOf('filter'), 'alone', [act])).stdout).toBe('ran\n')
    })
    for (const name of HELPERS)
      test(`the ${name} helper stays itself when told to ${act.name}`, async () => {
        const result = await run(subjectOf(name), 'confined', [act])
        expect(result.outcomes[act.name]).toMatch(REFUSED)
      })
  }

  for (const name of SUBJECTS)
    test(`the ${name} helper can still do what it is for, and what no rule covers`, async () => {
      const { outcomes } = await run(subjectOf(name), 'confined', ALLOWED_ACTS)
      expect(outcomes).toEqual(Object.fromEntries(ALLOWED_ACTS.map(act => [act.name, 'done'])))
    })
})
