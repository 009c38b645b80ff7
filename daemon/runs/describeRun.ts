// A checked run in words: what each step takes and may do, and what comes of each rule of `apply` under policy.toml. Says nothing that the
// check has not found. Pure; relies on the applier's reading of the rules and on mailVerbs.ts for the capability behind a verb.
import { Verb, VERBS } from '../../protocol/adapter.ts'
import { capabilityOf, isReversible } from '../../protocol/mailVerbs.ts'
import { grantOf, type Policy } from '../../protocol/policy.ts'
import type { RuleChecked, RunChecked, StepChecked } from '../../protocol/runChecked.ts'
import type { RunFile } from '../../protocol/runFile.ts'
import { cut } from '../../protocol/text/cut.ts'
import { isDenied, ruleOf } from '../applier/applyRules.ts'
import type { CheckedInput, CheckedRun, CheckedStep } from './checkedRun.ts'
import { printRun } from './parseRunFile.ts'
import { listed } from './stepUnderCheck.ts'

/** `file`: the path of the run. */
export function describeRun(file: string, checked: CheckedRun, policy: Policy): RunChecked {
  const { run, boundaries, notes, steps } = checked
  return {
    file,
    run,
    yaml: printRun(run),
    steps: steps.map(describeStep),
    boundaries: [...boundaries],
    rules: run.apply ? describeRules(run.apply, steps, policy) : [],
    notes: [...notes],
  }
}

function describeStep(step: CheckedStep): StepChecked {
  const { name, uses, stage, inputs, withheld } = step
  const takes = Object.entries(inputs).map(([port, input]) => `${port} from ${sourceOf(input)}`)
  return { name, uses, summary: stage.manifest.summary, takes, may: mayOf(step), withheld: [...withheld] }
}

function sourceOf({ source }: CheckedInput): string {
  if (source.from === 'manifest') return 'the handles of the view'
  return source.from === 'view' ? `the view: ${source.project.join(', ')}` : `${source.step}.${source.port}`
}

function mayOf({ stage, grants, proposes, output }: CheckedStep): string[] {
  const { bulkRead, spool, actor, hosts } = grants
  return [
    stage.manifest.per === 'message' ? 'see one message at a time' : 'see all messages of the view',
    ...(bulkRead ? ['know the handles of the whole view'] : []),
    ...(actor?.model === undefined ? [] : [`ask the model ${actor.model} of this machine`]),
    ...(actor?.command === undefined ? [] : [`start ${cut(actor.command[0] ?? '', PROGRAM_CHARS)}`]),
    ...hosts.map(host => `reach ${host}`),
    ...(spool ? [`propose ${listed(proposes)}`] : []),
    ...(output ? [`have ${output.port} written to ${cut(output.path, PROGRAM_CHARS)}`] : []),
  ]
}
/** Of a path that a sentence has room for. */
const PROGRAM_CHARS = 300

type Apply = NonNullable<RunFile['apply']>

/** The rules in the order of the file, then what no rule names and a step may propose all the same. */
function describeRules(apply: Apply, steps: readonly CheckedStep[], policy: Policy): RuleChecked[] {
  const proposed = VERBS.filter(verb => steps.some(({ proposes }) => proposes.includes(verb)))
  return [
    ...apply.auto.map(rule => autoRule(rule, apply, policy)),
    ...apply.deny.map(rule => ({
      ...ruleBase(rule, 'deny', policy),
      effect: 'refused' as const,
      why: 'the run denies it',
    })),
    ...proposed.filter(verb => !isWholly(apply, verb)).map(verb => otherwise(verb, policy)),
  ]
}

function ruleBase(
  rule: string,
  said: RuleChecked['said'],
  policy: Policy,
): Omit<RuleChecked, 'effect' | 'why'> {
  const capability = capabilityOf(Verb.parse(ruleOf(rule).verb))
  return { rule, said, capability, grant: grantOf(policy, capability) }
}

function autoRule(rule: string, { rate }: Apply, policy: Policy): RuleChecked {
  const base = ruleBase(rule, 'auto', policy)
  if (base.grant === 'auto') return { ...base, effect: 'done', why: `without you, at most ${rate}` }
  return base.grant === 'propose'
    ? { ...base, effect: 'asked', why: `policy.toml lets ${base.capability} be proposed and no more` }
    : { ...base, effect: 'refused', why: `policy.toml never allows ${base.capability}` }
}

/** Whether the rules leave nothing of the verb open. */
const isWholly = (apply: Apply, verb: Verb): boolean =>
  isDenied(apply, { verb, to: null }) ||
  (!isReversible(verb) && apply.auto.some(rule => ruleOf(rule).verb === verb))

function otherwise(verb: Verb, policy: Policy): RuleChecked {
  const base = {
    ...ruleBase(verb, 'nothing', policy),
    rule: isReversible(verb) ? `${verb}, anything else` : verb,
  }
  if (verb === 'collection.add')
    return { ...base, effect: 'refused', why: 'the run names no such collection' }
  return base.grant === 'never'
    ? { ...base, effect: 'refused', why: `policy.toml never allows ${base.capability}` }
    : { ...base, effect: 'asked', why: 'the run leaves it to you' }
}
