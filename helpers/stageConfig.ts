// The configuration of a stage, checked by the stage itself: what a person wrote under `with` of a run. Pure; relies on the schemas
// of protocol/stageConfigs.ts. An error names the key and never the value.
import type * as z from 'zod/mini'
import { done, refused, type Result } from '../protocol/refusal.ts'

/** `config` as `schema` has it; refused with the first key that does not fit. Nothing under `with` is an empty table. */
export function stageConfig<S extends z.ZodMiniType>(schema: S, config: unknown): Result<z.output<S>> {
  const shape = schema.safeParse(config ?? {})
  if (shape.success) return done(shape.data)
  const [issue] = shape.error.issues
  const key = ['with', ...(issue?.path ?? [])].map(String).join('.')
  const unknown = issue?.code === 'unrecognized_keys' ? `no key ${issue.keys.join(', ')}` : undefined
  return misconfigured(key, unknown ?? issue?.message ?? 'another value')
}

/** The refusal of the key `key` ("with.rules.0"), which `wants` something, as a clause. */
export const misconfigured = (key: string, wants: string) =>
  refused('config', {
    is: `${key} does not fit: it ${wants.startsWith('wants') ? wants : `is refused (${wants})`}`,
    wanted: 'a configuration that this stage knows',
    fix: `set ${key} in the file of the run`,
  })
