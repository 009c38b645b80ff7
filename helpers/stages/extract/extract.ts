// The extract stage: records of one message by fixed rules or by the model of this machine. Relies on extractByRules.ts and
// extractQuestion.ts; whoever reads the message, only records of the run's schema come out.
import { done, type Result } from '../../../protocol/refusal.ts'
import { ExtractConfig } from '../../../protocol/stageConfigs.ts'
import { askModel } from '../../askModel.ts'
import { writeRecord } from '../../eachOutput.ts'
import type { Each, EachTask, EachTools } from '../../eachTask.ts'
import { type ReadMessage, readMessage } from '../../readMessage.ts'
import { recordsOut, schemaOfOne } from '../../readRecords.ts'
import { stageConfig } from '../../stageConfig.ts'
import { wired } from '../../wired.ts'
import { extractByRules } from './extractByRules.ts'
import { extractQuestion, recordsOf } from './extractQuestion.ts'

export const extract: Each = (task, tools) => {
  const config = stageConfig(ExtractConfig, task.config)
  if (!config.ok) return config
  const folder = wired(task, 'mail')
  const message = folder.ok ? readMessage(folder.value) : folder
  if (!message.ok) return message
  if (config.value.engine === 'model') return byModel({ task, tools }, config.value, message.value)
  const record = extractByRules(schemaOfOne(config.value.schema), message.value)
  return done(write(task, config.value, record === undefined ? [] : [record]))
}

async function byModel(
  { task, tools }: { readonly task: EachTask; readonly tools: EachTools },
  config: ExtractConfig,
  message: ReadMessage,
): Promise<Result<readonly string[]>> {
  const question = extractQuestion(message, config)
  const answer = await askModel(tools, question)
  if (!answer.ok) return answer
  const remarks = write(task, config, recordsOf(answer.value, config) ?? [])
  return done(question.cut ? [...remarks, 'a text was longer than what the model is given'] : remarks)
}

/** A message without a record goes no further. */
function write(task: EachTask, { schema }: ExtractConfig, records: readonly unknown[]): readonly string[] {
  if (records.length === 0) return ['no record was found in a message']
  writeRecord(task, 'records', recordsOut({ records, many: schema.type === 'array' }))
  return []
}
