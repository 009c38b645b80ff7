// What is wrong with a run's `apply`: rules that cannot be meant, that contradict each other, that no step could ask for, or that the
// account's adapter cannot do. Relies on the applier's reading of a rule and on the steps having been checked; pure.
import { Verb } from '../../protocol/adapter.ts'
import { isCollectionVerb, isFlag, isFlagVerb, isWriting, targetProblem } from '../../protocol/mailVerbs.ts'
import { isDenied, ruleOf } from '../applier/applyRules.ts'
import type { CheckedStep, ParsedRun, Site } from './checkedRun.ts'
import { DRAFT_LINT } from './manifestProblem.ts'
import type { Path } from './strictYaml.ts'
import { listed } from './stepUnderCheck.ts'

/** One fault of a run, by where it is in the file. `is`, `wanted`: one clause each. */
export interface RunFault {
  readonly path: Path
  readonly is: string
  readonly wanted: string
}
interface Rule {
  readonly text: string
  readonly verb: Verb
  readonly to: string | null
  readonly path: Path
}
type Applying = Pick<ParsedRun, 'run'> & Pick<Site, 'descriptor'> & { readonly steps: readonly CheckedStep[] }

/** The first fault, or undefined; also where there is no `apply`. */
export function applyFault(applying: Applying): RunFault | undefined {
  const { apply } = applying.run
  if (!apply) return undefined
  for (const side of ['auto', 'deny'] as const)
    for (const [at, text] of apply[side].entries()) {
      const rule = readRule(text, ['apply', side, at])
      const is = shapeProblem(rule) ?? (side === 'auto' ? autoProblem(rule, applying) : undefined)
      if (is) return { path: rule.path, ...is }
      if (apply[side].indexOf(text) < at)
        return { path: rule.path, is: `"${text}" stands there twice`, wanted: 'each rule once' }
    }
  return undefined
}

function readRule(text: string, path: Path): Rule {
  const { verb, to } = ruleOf(text)
  return { text, verb: Verb.parse(verb), to, path }
}

type Problem = Omit<RunFault, 'path'> | undefined

function shapeProblem({ text, verb, to }: Rule): Problem {
  const problem = to === null ? null : targetProblem(verb, to)
  return problem === null
    ? undefined
    : { is: `"${text}" cannot be meant: ${problem}`, wanted: `another rule for ${verb}` }
}

function autoProblem({ text, verb, to }: Rule, { run, descriptor, steps }: Applying): Problem {
  if (to === null && isCollectionVerb(verb))
    return { is: `"${text}" names no collection`, wanted: `"${verb} -> COLLECTION"` }
  if (run.apply && isDenied(run.apply, { verb, to }))
    return { is: `"${text}" is denied by the same run`, wanted: 'it in "auto" or in "deny"' }
  const lacking = lackOf(descriptor, verb, to)
  if (lacking !== undefined)
    return { is: `"${text}" ${lacking}`, wanted: 'what the account can do: nothing is emulated' }
  const spooling = steps.filter(({ grants }) => grants.spool)
  if (spooling.some(({ proposes }) => proposes.includes(verb))) return undefined
  if (isWriting(verb))
    return {
      is: `"${text}" would do what no step may propose`,
      wanted: `a step ${DRAFT_LINT} with "spool: true"`,
    }
  return {
    is: `"${text}" would do what no step may propose`,
    wanted:
      spooling.length === 0
        ? 'a step with "spool: true"'
        : `what ${listed(spooling.map(step => step.name))} may propose`,
  }
}

/** Why the account cannot do it; undefined also where nobody has asked its adapter yet. */
export function lackOf(descriptor: Site['descriptor'], verb: Verb, to: string | null): string | undefined {
  if (!descriptor) return undefined
  if (!descriptor.verbs.includes(verb)) return 'is what the account cannot do'
  return isFlagVerb(verb) && to !== null && !isFlag(to) && !descriptor.keywords
    ? 'needs keywords, which the account does not have'
    : undefined
}
