// The outputs of one step in this run, and the schema of each: what the manifest says, what the run has under `with`, or what came in.
// Relies on wireInputs.ts for the inputs; pure.
import type * as z from 'zod/mini'
import { RECORDS_OF_ONE } from '../../protocol/limits.ts'
import { RecordSchema } from '../../protocol/recordSchema.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { CheckedInput, CheckedOutput } from './checkedRun.ts'
import { layoutOf } from './formatOf.ts'
import { SCHEMA_FROM } from './manifestProblem.ts'
import { spelled } from './runIssue.ts'
import type { Path } from './strictYaml.ts'
import type { Fault, StepUnderCheck } from './stepUnderCheck.ts'

type Inputs = Readonly<Record<string, CheckedInput>>

/** By port; an optional one that this run has no schema for is left out. Refused where a schema is missing or is none. */
export function resolveOutputs(
  under: StepUnderCheck,
  inputs: Inputs,
): Result<Readonly<Record<string, CheckedOutput>>> {
  const outputs: Record<string, CheckedOutput> = {}
  for (const [name, port] of Object.entries(under.stage.manifest.outputs)) {
    const schema = schemaOf(under, inputs, port.schema)
    if (!schema.ok) return schema
    if (schema.value !== 'missing') {
      outputs[name] = { format: port.format, is: layoutOf(port), schema: schema.value }
      continue
    }
    if (port.optional) continue
    return under.fault(
      ['with'],
      `has no schema for its output ${name}`,
      `${String(port.schema)}, the schema of the records`,
    )
  }
  return done(outputs)
}

type Found = Result<RecordSchema | null | 'missing'>

function schemaOf({ step, fault }: StepUnderCheck, inputs: Inputs, said: unknown): Found {
  if (said === undefined) return done(null)
  const [, from, key = ''] = typeof said === 'string' ? (SCHEMA_FROM.exec(said) ?? []) : []
  if (from === 'in') return done(Object.hasOwn(inputs, key) ? (inputs[key]?.schema ?? null) : 'missing')
  if (from === undefined) return done(RecordSchema.parse(said))
  const given = step.with && Object.hasOwn(step.with, key) ? step.with[key] : undefined
  if (given === undefined) return done('missing')
  const parsed = RecordSchema.safeParse(given)
  if (!parsed.success) return wrongSchema(fault, ['with', key], parsed.error.issues[0])
  const schema = parsed.data
  return schema.type === 'array' && (schema.maxItems ?? 0) > RECORDS_OF_ONE
    ? fault(['with', key, 'maxItems'], 'wants too many records of one message', `at most ${RECORDS_OF_ONE}`)
    : done(schema)
}

function wrongSchema(fault: Fault, at: Path, issue: z.core.$ZodIssue | undefined): Result<never> {
  const path = [...at, ...(issue?.path ?? []).map(part => (typeof part === 'number' ? part : String(part)))]
  if (issue?.code !== 'unrecognized_keys')
    return fault(
      path,
      `has a schema that is none at ${spelled(path)}`,
      (issue?.message ?? 'a schema').replace(/^wants /, ''),
    )
  const [key = ''] = issue.keys
  const said = JSON.stringify(key.slice(0, 64))
  return fault(
    [...path, key],
    `has the unknown key ${said} in its schema, at ${spelled(path)}`,
    'what a schema of records has',
  )
}
