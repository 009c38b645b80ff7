// The reason stage where twin itself does the thinking: by the rules of the run, or by the model of this machine. Relies on
// decideByRules.ts and reasonQuestion.ts; an actor that is a program is started by twind instead of this.
import { recordProblem } from '../../../protocol/recordProblem.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { ReasonConfig } from '../../../protocol/stageConfigs.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { askModel } from '../../askModel.ts'
import { conditionProblem } from '../../conditionHolds.ts'
import { propose, writeRecord } from '../../eachOutput.ts'
import type { Each, EachTask } from '../../eachTask.ts'
import { readSubject } from '../../readSubject.ts'
import { misconfigured, stageConfig } from '../../stageConfig.ts'
import { decideByRules, type Decision } from './decideByRules.ts'
import { decisionOf, reasonQuestion } from './reasonQuestion.ts'

export const reason: Each = async (task, tools) => {
  const config = stageConfig(ReasonConfig, task.config)
  if (!config.ok) return config
  const { rules } = config.value
  const subject = readSubject(task)
  if (!subject.ok) return subject
  for (const [at, { when }] of (rules ?? []).entries()) {
    const problem = when && conditionProblem(when, subject.value.message !== null)
    if (problem) return misconfigured(`with.rules.${at}.when`, problem)
  }
  if (rules) return write(task, config.value, decideByRules(rules, subject.value))
  const answer = await askModel(tools, reasonQuestion(config.value, subject.value))
  return answer.ok ? write(task, config.value, decisionOf(answer.value, config.value, subject.value)) : answer
}

function write(task: EachTask, { schema }: ReasonConfig, decision: Decision): Result<readonly string[]> {
  const remarks: string[] = []
  const { decide, draft } = decision
  if (schema && decide !== undefined) {
    const problem = recordProblem(schema, decide)
    if (problem !== null) return unfit(problem)
    writeRecord(task, 'decisions', decide)
  }
  if (draft && task.outputs['drafts'] !== undefined) writeRecord(task, 'drafts', draft)
  if (decision.noRecipient) remarks.push('a draft has nobody to go to: the message has no single author')
  const kept = decision.propose.filter(
    ({ op, to }, n) => !propose(task, n, { op, to: to ?? null, nonce: nonceOf(task, n) }),
  )
  if (kept.length > 0) remarks.push(`${counted(kept.length, 'change')} not proposed: this step has no spool`)
  return done(remarks)
}

/** The same for the same message of the same run, so that a repeated step proposes nothing twice. */
const nonceOf = ({ handle }: EachTask, n: number): string => `${handle}-${n}`

const unfit = (problem: string) =>
  refused('wrong-shape', {
    is: `a decision does not fit: ${problem}`,
    wanted: 'decisions of the schema under "with"',
    fix: 'change "decide" or "schema" in the file of the run',
  })
