// The schema-validate stage: hands on the records of a message once all of them fit the run's schema. Relies on validate.ts for what
// fits.
import { done } from '../../../protocol/refusal.ts'
import { ValidateConfig } from '../../../protocol/stageConfigs.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { readValue, writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { stageConfig } from '../../stageConfig.ts'
import { wired } from '../../wired.ts'
import { validate } from './validate.ts'

/** One record that does not fit costs the message all of its: whoever made it has not kept to what was asked. */
export const schemaValidate: Each = task => {
  const config = stageConfig(ValidateConfig, task.config)
  if (!config.ok) return config
  const path = wired(task, 'records')
  const read = path.ok ? readValue(path.value) : path
  if (!read.ok) return read
  const valid = validate(config.value.schema, read.value)
  if (!valid.ok) return valid
  const { record, changed } = valid.value
  writeRecord(task, 'records', record)
  return done(
    changed === 0
      ? []
      : [`${counted(changed, 'text')} held characters that do not show, which were left out`],
  )
}
