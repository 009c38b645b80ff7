// The pseudonymize stage: records whose values are placeholders, and the map of what each stands for, which only rehydrate may have.
// Relies on replaceValues.ts.
import { PLACEHOLDERS } from '../../../protocol/limits.ts'
import { recordProblem } from '../../../protocol/recordProblem.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { NoConfig } from '../../../protocol/stageConfigs.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { readMessage } from '../../readMessage.ts'
import { readRecords, recordsOut, schemaOfOne } from '../../readRecords.ts'
import { stageConfig } from '../../stageConfig.ts'
import { replaceValues } from './replaceValues.ts'

export const pseudonymize: Each = task => {
  const config = stageConfig(NoConfig, task.config)
  if (!config.ok) return config
  const found = readRecords(task.inputs['records'])
  if (!found.ok) return found
  const names = namesOf(task.inputs['mail'])
  if (!names.ok) return names
  const whole = task.schemas['records'] ?? null
  const schema = whole && schemaOfOne(whole)
  const replaced = replaceValues(found.value.records, schema, names.value)
  if (!replaced) return unfit(`it holds more than ${PLACEHOLDERS} values, or does not come back as it was`)
  for (const record of schema ? replaced.records : []) {
    const problem = schema && recordProblem(schema, record)
    if (problem) return unfit(`with its placeholders it does not fit: ${problem}`)
  }
  if (found.value.many || replaced.records.length > 0)
    writeRecord(task, 'records', recordsOut({ ...found.value, records: replaced.records }))
  writeRecord(task, 'map', replaced.map)
  const { length } = replaced.map.entries
  return done(length === 0 ? [] : [`${counted(length, 'value')} replaced by placeholders`])
}

/** The names in the headers of the message, where it is wired. */
function namesOf(folder: string | undefined): Result<readonly string[]> {
  if (folder === undefined) return done([])
  const message = readMessage(folder)
  if (!message.ok) return message
  const { from, sender, replyTo, to, cc } = message.value.envelope
  const people = [...from, ...(sender ? [sender] : []), ...replyTo, ...to, ...cc]
  return done(people.map(({ name }) => name))
}

const unfit = (is: string) =>
  refused('wrong-shape', {
    is: `a record cannot be pseudonymized: ${is}`,
    wanted: 'records in which each placeholder finds its place',
    fix: 'give the texts of the schema more room, or leave this stage out',
  })
