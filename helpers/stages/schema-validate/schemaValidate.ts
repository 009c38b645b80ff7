// The schema-validate stage: hands on the records of a message once each fits the run's schema. Relies on validate.ts for what fits.
import { done } from '../../../protocol/refusal.ts'
import { ValidateConfig } from '../../../protocol/stageConfigs.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { readRecords, recordsOut, schemaOfOne } from '../../readRecords.ts'
import { stageConfig } from '../../stageConfig.ts'
import { validate } from './validate.ts'

/** One record that does not fit costs the message all of its: whoever made it has not kept to what was asked. */
export const schemaValidate: Each = task => {
  const config = stageConfig(ValidateConfig, task.config)
  if (!config.ok) return config
  const found = readRecords(task.inputs['records'])
  if (!found.ok) return found
  const schema = schemaOfOne(config.value.schema)
  const records: unknown[] = []
  let changed = 0
  for (const record of found.value.records) {
    const valid = validate(schema, record)
    if (!valid.ok) return valid
    records.push(valid.value.record)
    changed += valid.value.changed
  }
  if (found.value.many || records.length > 0)
    writeRecord(task, 'records', recordsOut({ records, many: found.value.many }))
  return done(
    changed === 0
      ? []
      : [`${counted(changed, 'text')} held characters that do not show, which were left out`],
  )
}
