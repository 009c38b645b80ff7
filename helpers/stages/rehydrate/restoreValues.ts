// Puts back what placeholders stand for. One that is unknown, or that only looks like one, costs the message everything: text in
// which somebody else's value may stand is worse than none. Pure.
import type { PlaceholderMap } from '../../../protocol/placeholderMap.ts'
import { recordProblem } from '../../../protocol/recordProblem.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { isEnum, mapTexts, withValues } from '../../placeholders.ts'

/** `record` with its values, of `schema` where there is one. A refusal names the field, never a value. */
export function restoreValues(
  record: unknown,
  map: PlaceholderMap,
  schema: RecordSchema | null,
): Result<unknown> {
  const values = new Map(map.entries.map(({ placeholder, value }) => [placeholder, value]))
  let broken: readonly string[] | undefined
  const restored = mapTexts(record, (text, path) => {
    const whole = isEnum(schema, path) ? text : withValues(text, values)
    if (whole === undefined) broken ??= path
    return whole ?? ''
  })
  if (broken !== undefined)
    return unfit(`field ${broken.join('.')} holds a placeholder that this message does not have`)
  const problem = schema && recordProblem(schema, restored)
  return problem ? unfit(`with its values a record does not fit: ${problem}`) : done(restored)
}

const unfit = (is: string) =>
  refused('wrong-shape', {
    is,
    wanted: 'each placeholder as pseudonymize wrote it, and room for its value',
    fix: 'run it again; if this stays, tell the actor to copy placeholders as they are',
  })
