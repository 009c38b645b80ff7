// The operation behind the menu bar: what is wrong, the brief's head, what waits for a decision. Reads what the world has at hand,
// once a minute, and never the mail store. Relies on menuOf.ts for what is shown, and on policy.toml for whether mail may be.
import * as z from 'zod/mini'
import { Menu } from '../../protocol/menu.ts'
import { grantOf } from '../../protocol/policy.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { showBrief } from '../mail/showBrief.ts'
import { menuOf } from '../menuOf.ts'

const show = defineOperation({
  name: 'menu.show',
  summary: 'show what the menu bar shows',
  class: 'read',
  ceiling: 'never',
  doors: ['menubar', 'cli'],
  capability: null,
  provenance: 'mail',
  input: z.strictObject({}),
  output: Menu,
  handler: async context => {
    const { world } = context
    const { config, policy, problem } = world.configuration()
    const pending = world.spool.list(['pending'])
    if (!pending.ok) return pending
    const jobs = world.jobs.list()
    if (!jobs.ok) return jobs
    const brief = grantOf(policy, 'mail.read') === 'auto' ? await showBrief(context, {}) : null
    return done(
      menuOf({
        config,
        problem,
        pending: pending.value,
        jobs: jobs.value,
        brief: brief?.ok ? brief.value : null,
      }),
    )
  },
})

export const menu: readonly Operation[] = [show]
