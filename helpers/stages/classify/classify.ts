// The classify stage: lets a subset of its messages go on, each with its class. Relies on classOf.ts for which.
import { done, type Result } from '../../../protocol/refusal.ts'
import { ClassifyConfig } from '../../../protocol/stageConfigs.ts'
import { askModel } from '../../askModel.ts'
import type { Subject } from '../../conditionHolds.ts'
import { writeRecord } from '../../eachOutput.ts'
import type { Each, EachTask, EachTools } from '../../eachTask.ts'
import { readSubject } from '../../readSubject.ts'
import { misconfigured, stageConfig } from '../../stageConfig.ts'
import { classByRules, classesProblem, classInAnswer, classQuestion } from './classOf.ts'

export const classify: Each = (task, tools) => {
  const config = stageConfig(ClassifyConfig, task.config)
  if (!config.ok) return config
  const problem = classesProblem(config.value, task.inputs['mail'] !== undefined)
  if (problem) return misconfigured(...problem)
  const subject = readSubject(task)
  if (!subject.ok) return subject
  if (config.value.engine === 'model') return byModel({ task, tools }, config.value, subject.value)
  return done(write(task, config.value, classByRules(config.value, subject.value)))
}

async function byModel(
  { task, tools }: { readonly task: EachTask; readonly tools: EachTools },
  config: ClassifyConfig,
  subject: Subject,
): Promise<Result<readonly string[]>> {
  const answer = await askModel(tools, classQuestion(config, subject))
  return answer.ok ? done(write(task, config, classInAnswer(answer.value, config))) : answer
}

/** A message of no class, or of one that is not kept, goes no further. */
function write(task: EachTask, { keep }: ClassifyConfig, name: string | undefined): readonly string[] {
  if (name === undefined) return ['a message is of no class']
  if (keep && !keep.includes(name)) return ['a message is of a class that is not kept']
  writeRecord(task, 'chosen', { class: name })
  return []
}
