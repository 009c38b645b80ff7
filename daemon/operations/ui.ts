// The operation that opens the local page and gives its one-time link. Relies on world.openPage, which twind alone has: the
// page lives as long as the process that serves it.
import * as z from 'zod/mini'
import { refused } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'

const open = defineOperation({
  name: 'ui.open',
  summary: 'open the local page and give its one-time link',
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli'],
  capability: null,
  provenance: 'twin',
  reversible: true,
  input: z.strictObject({}),
  output: z.strictObject({
    /** Good once. */
    link: z.string(),
    /** Unix seconds. */
    expires: z.int(),
  }),
  preview: async () => ({
    ok: true,
    value: {
      sentence: 'Opens the local page on 127.0.0.1 until it has been idle for 15 minutes.',
      changes: [],
      more: 0,
    },
  }),
  handler: async ({ world }) => (world.openPage ? world.openPage() : absent),
})

const absent = refused('not-running', {
  is: 'twind does not run, and the page is a part of it',
  wanted: 'a running twind',
  fix: 'start it with "twin daemon", then run "twin ui" again',
})

export const ui: readonly Operation[] = [open]
