// The check of a run as a property: whatever stands in a file of the right shape, nothing is granted that the run, the stage and twin.toml
// do not all say. Relies on anyRun.ts for the runs and on checkSite.ts for what they meet.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkRun } from '../../../daemon/runs/checkRun.ts'
import { RunFile } from '../../../protocol/runFile.ts'
import { anyRun } from './anyRun.ts'
import { siteOf } from './checkSite.ts'

const site = siteOf()

test('whatever a run of the right shape says, it is checked or refused at a place, and never more is granted than allowed', () => {
  const stages = fc.constantFrom(...[...site.stages.stages.keys()].map(one => one.split('@')[0] ?? ''))
  fc.assert(
    fc.property(anyRun(stages), made => {
      const shape = RunFile.safeParse({ ...made, run: { ...made.run, backend: 'home' } })
      fc.pre(shape.success)
      const placeOf = () => ({ line: 1, column: 1 })
      const result = checkRun({ run: RunFile.parse(shape.data), placeOf }, site)
      if (!result.ok) expect(result.refusal.is).toMatch(/^line 1, column 1 of the run: ./)
      for (const { grants, stage, inputs } of result.ok ? result.value.steps : []) {
        expect(grants.spool && made.apply === undefined).toBe(false)
        expect(
          grants.hosts.length > 0 && Object.values(inputs).some(({ format }) => format === 'message'),
        ).toBe(false)
        expect(grants.spool && !stage.manifest.capabilities.includes('spool')).toBe(false)
      }
    }),
    { numRuns: 1_000 },
  )
})
