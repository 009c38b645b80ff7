// The forbidden acts that macOS has too, under Seatbelt, each with the control that it succeeds alone. Runs on a Mac only.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACTS } from '../probes/acts.ts'
import { Harness, type Mode } from '../probes/harness.ts'
import { makeSubject, type Subject, SUBJECTS } from '../probes/profiles.ts'
import { makePlace, type World } from '../probes/world.ts'

const PORTABLE = ACTS.filter(act => act.portable)
/** No portable act reaches for it. */
const NO_WORLD = {} as World

describe.skipIf(process.platform !== 'darwin')('every forbidden act that macOS has', () => {
  let harness: Harness
  let alone: Readonly<Record<string, string>>
  const confined = new Map<string, Readonly<Record<string, string>>>()

  async function run(subject: Subject, mode: Mode): Promise<Readonly<Record<string, string>>> {
    const outside = join(harness.folder, `outside-${subject.profile.name}-${mode}`)
    const place = makePlace(outside, subject.granted, mode === 'alone' ? outside : subject.output)
    const acts = PORTABLE.map(act => ({ name: act.name, call: act.call(NO_WORLD, place) }))
    const result = await harness.run({ profile: subject.profile, mode, acts })
    expect(result.stderr).toBe('')
    return result.outcomes
  }

  beforeAll(async () => {
    harness = new Harness()
    const subjects = SUBJECTS.map(name => makeSubject(name, harness.folder, harness.driver))
    for (const subject of subjects) confined.set(subject.profile.name, await run(subject, 'confined'))
    const [first] = subjects
    if (first) alone = await run(first, 'alone')
  })
  afterAll(() => harness.remove())

  for (const act of PORTABLE) {
    test(`a process of macOS without a profile can ${act.name}`, () => {
      expect(alone[act.name]).toBe('done')
    })
    for (const name of SUBJECTS)
      test(`the ${name} helper is refused by Seatbelt to ${act.name}`, () => {
        expect(confined.get(name)?.[act.name]).toMatch(/^(EPERM|EACCES|EXDEV)$/)
      })
  }
})
