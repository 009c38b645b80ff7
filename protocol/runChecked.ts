// What the check of a run tells: the run as understood, what each step may do, what each boundary lets through, and what comes of each of its
// rules under policy.toml as it is now. twin's own words; the run's names are its author's. Relies on runFile.ts and runReport.ts.
import * as z from 'zod/mini'
import { CapabilityShape, GRANTS } from './capability.ts'
import { text } from './envelope.ts'
import * as cap from './limits.ts'
import { RunFile } from './runFile.ts'
import { Boundary } from './runReport.ts'

const sentence = text(cap.SENTENCE_CHARS)
const sentences = z.array(sentence).check(z.maxLength(cap.PORTS * 2))

/** `takes`: "PORT from SOURCE"; `may`: beside reading what it takes and writing what it puts out; `withheld`: asked for and not granted. */
export const StepChecked = z.strictObject({
  name: z.string().check(z.maxLength(32)),
  uses: z.string().check(z.maxLength(64)),
  summary: sentence,
  takes: sentences,
  may: sentences,
  withheld: sentences,
})
export type StepChecked = z.infer<typeof StepChecked>

/** `rule`: as the run has it; "VERB, anything else" for what no rule names. `grant`: of policy.toml. `effect`: what comes of both. */
export const RuleChecked = z.strictObject({
  rule: sentence,
  said: z.enum(['auto', 'deny', 'nothing']),
  capability: CapabilityShape,
  grant: z.enum(GRANTS),
  effect: z.enum(['done', 'asked', 'refused']),
  why: sentence,
})
export type RuleChecked = z.infer<typeof RuleChecked>

/** `file`: the path that was read. `yaml`: the run as understood, printed. `rules`: empty where the run has no `apply`. */
export const RunChecked = z.strictObject({
  file: z.string().check(z.maxLength(cap.PATH_CHARS)),
  run: RunFile,
  yaml: z.string().check(z.maxLength(cap.RUN_BYTES * 8)),
  steps: z.array(StepChecked).check(z.maxLength(cap.STEPS)),
  boundaries: z.array(Boundary).check(z.maxLength(cap.STEPS * cap.PORTS)),
  rules: z.array(RuleChecked).check(z.maxLength(cap.APPLY_RULES * 2 + 8)),
  notes: z.array(sentence).check(z.maxLength(cap.NOTES)),
})
export type RunChecked = z.infer<typeof RunChecked>
