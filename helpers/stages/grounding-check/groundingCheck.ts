// The grounding-check stage: keeps of a record what stands in its own message, and says where. Relies on ground.ts for what counts.
import { done, type Result } from '../../../protocol/refusal.ts'
import { GroundingConfig } from '../../../protocol/stageConfigs.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { writeRecord } from '../../eachOutput.ts'
import type { Each, EachTask } from '../../eachTask.ts'
import { readMessage } from '../../readMessage.ts'
import { readRecords, recordsOut, schemaOfOne } from '../../readRecords.ts'
import { shownText } from '../../shownText.ts'
import { misconfigured, stageConfig } from '../../stageConfig.ts'
import { wired } from '../../wired.ts'
import { ground, groundOf, type OnMissing } from './ground.ts'

export const groundingCheck: Each = task => {
  const config = stageConfig(GroundingConfig, task.config)
  return config.ok ? check(task, config.value.on_missing) : config
}

function check(task: EachTask, onMissing: OnMissing): Result<readonly string[]> {
  const whole = task.schemas['records']
  if (!whole) return misconfigured('in.records', 'wants records whose schema is known')
  const folder = wired(task, 'mail')
  if (!folder.ok) return folder
  const message = readMessage(folder.value)
  if (!message.ok) return message
  const found = readRecords(task.inputs['records'])
  if (!found.ok) return found
  const schema = schemaOfOne(whole)
  const places = groundOf(shownText(message.value.envelope, message.value.body))
  const grounded = found.value.records.map(record => ground({ schema, record }, places, onMissing))
  const kept = grounded.filter(({ record }) => record !== undefined)
  const records = kept.map(({ record }) => record)
  const sources = kept.flatMap((one, at) => one.sources.map(source => ({ record: at, ...source })))
  if (records.length > 0) {
    writeRecord(task, 'records', recordsOut({ records, many: found.value.many }))
    if (task.outputs['sources'] !== undefined) writeRecord(task, 'sources', sources.slice(0, SOURCES))
  }
  const missing = grounded.reduce((sum, one) => sum + one.missing, 0)
  return done([
    ...(missing === 0 ? [] : [remark(missing, grounded.length - records.length)]),
    ...(sources.length > SOURCES ? [`a message has more sources than the ${SOURCES} that are told`] : []),
  ])
}

/** What the port's schema in stage.yaml lets through. */
const SOURCES = 1_000

const remark = (missing: number, dropped: number): string =>
  `${counted(missing, 'claimed value')} not found in the message` +
  (dropped === 0 ? '' : `, ${counted(dropped, 'record')} dropped`)
