// The operations on the brief: making one, and showing the last. Relies on daemon/mail/ for both.
import * as z from 'zod/mini'
import { BriefMade, BriefShown } from '../../protocol/mailOutput.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { makeBriefNow } from '../mail/makeBriefNow.ts'
import { showBrief } from '../mail/showBrief.ts'
import { moment, words, yesNo } from './inputFields.ts'

const make = defineOperation({
  name: 'brief.make',
  summary: 'write the brief: what is new, ranked on this machine, as a note in your vault',
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli', 'internal'],
  capability: 'brief.write',
  provenance: 'mail',
  reversible: true,
  input: z.strictObject({
    since: moment('Unix seconds: where the window begins; brief.window ago where it is left out'),
    engine: z.optional(
      z
        .enum(['auto', 'ollama', 'rules'], 'wants "auto", "ollama" or "rules"')
        .check(z.describe('what ranks; ranker.engine where it is left out')),
    ),
    dryRun: yesNo('give the brief and leave the vault alone'),
  }),
  output: BriefMade,
  preview: async (_context, { dryRun }) =>
    done({
      sentence: dryRun
        ? 'Makes a brief and leaves the vault alone.'
        : "Makes a brief and writes it between twin's markers in the note of the day.",
      changes: [],
      more: 0,
    }),
  handler: ({ world, signal, progress }, input) => makeBriefNow(world, input, { signal, progress }),
})

const show = defineOperation({
  name: 'brief.show',
  summary: 'show the newest finished brief and how old it is',
  class: 'read',
  ceiling: 'off',
  doors: ['cli', 'ui', 'menubar'],
  capability: 'mail.read',
  provenance: 'mail',
  input: z.strictObject({
    account: words('words of the name or address of an account in scope; only its items'),
  }),
  output: BriefShown,
  handler: showBrief,
})

export const brief: readonly Operation[] = [make, show]
