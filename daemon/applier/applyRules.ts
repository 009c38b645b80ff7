// The rules of a run's `apply`: "VERB" or "VERB -> TARGET". What is denied, what needs no person, and where mail may be put at all.
// Pure. Relies on protocol/runFile.ts for the form of a rule.
import type { Verb } from '../../protocol/adapter.ts'
import { isFlag, isFlagVerb } from '../../protocol/mailVerbs.ts'
import type { RunFile } from '../../protocol/runFile.ts'

export type ApplyRules = NonNullable<RunFile['apply']>
interface Wish {
  readonly verb: Verb
  readonly to: string | null
}
const ARROW = ' -> '

/** `to`: null where the rule names no target. */
export function ruleOf(rule: string): { readonly verb: string; readonly to: string | null } {
  const at = rule.indexOf(ARROW)
  return at < 0 ? { verb: rule, to: null } : { verb: rule.slice(0, at), to: rule.slice(at + ARROW.length) }
}

/** Whether the run never wants it; a rule without a target denies the verb whatever its target. */
export const isDenied = ({ deny }: ApplyRules, { verb, to }: Wish): boolean =>
  deny.map(ruleOf).some(rule => rule.verb === verb && (rule.to === null || rule.to === to))

/**
 * Whether it needs no person as far as the run goes. A rule without a target covers the flags that every mailbox has, and what has
 * no target; collections and keywords are named one by one.
 */
export const isAuto = ({ auto }: ApplyRules, { verb, to }: Wish): boolean =>
  auto
    .map(ruleOf)
    .some(rule => rule.verb === verb && (rule.to === to || (rule.to === null && isCommon({ verb, to }))))

const isCommon = ({ verb, to }: Wish): boolean => to === null || (isFlagVerb(verb) && isFlag(to))

/** The collections that the run may put mail into: those that its rules name, byte by byte. */
export const destinationsOf = ({ auto }: ApplyRules): ReadonlySet<string> =>
  new Set(auto.map(ruleOf).flatMap(({ verb, to }) => (verb === 'collection.add' && to !== null ? [to] : [])))

/** How many changes an hour need no person. */
export const rateOf = ({ rate }: ApplyRules): number => Number(rate.slice(0, -'/h'.length))
