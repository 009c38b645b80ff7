// The check of a run before anything starts: stages that there are, wires that fit, capabilities that are granted, rule 1, and rules of
// `apply` that can be meant. The first fault in the order of the file is told, with its line. Pure over what it is given.
import { done, type Result } from '../../protocol/refusal.ts'
import { VERBS, type Verb } from '../../protocol/adapter.ts'
import { isWriting } from '../../protocol/mailVerbs.ts'
import { applyFault, lackOf } from './applyFault.ts'
import { isDenied } from '../applier/applyRules.ts'
import { boundariesOf } from './boundariesOf.ts'
import type { CheckedRun, CheckedStep, ParsedRun, Site } from './checkedRun.ts'
import { effectiveGrants } from './effectiveGrants.ts'
import { outputOf } from './outputOf.ts'
import { wrongAt } from './parseRunFile.ts'
import { resolveOutputs } from './resolveOutputs.ts'
import { ruleOne } from './ruleOne.ts'
import { faultOf, listed, nameOf, oneOf, stageOf, type StepUnderCheck } from './stepUnderCheck.ts'
import { wireInputs } from './wireInputs.ts'

/** Refused ("config") with the line of the file that says what cannot be. */
export function checkRun(parsed: ParsedRun, site: Site): Result<CheckedRun> {
  const { run, placeOf } = parsed
  const { accounts } = site.config
  const account = Object.hasOwn(accounts, run.run.backend) ? accounts[run.run.backend] : undefined
  if (!account)
    return wrongAt(
      placeOf(['run', 'backend']),
      `the account ${run.run.backend} is none of twin.toml`,
      oneOf(
        Object.keys(accounts),
        `[accounts.${run.run.backend}] in twin.toml: "twin accounts add" writes it`,
      ),
    )
  const query = site.checkQuery(run.view.query)
  if (!query.ok) return wrongAt(placeOf(['view', 'query']), query.refusal.is, query.refusal.wanted)
  const steps = new Map<string, CheckedStep>()
  const bits = new Map<string, number>()
  for (const at of run.pipeline.keys()) {
    const checked = checkStep(parsed, site, { at, earlier: steps })
    if (!checked.ok) return checked
    steps.set(checked.value.step.name, checked.value.step)
    bits.set(checked.value.step.name, checked.value.bits)
  }
  const all = [...steps.values()]
  const fault = applyFault({ run, descriptor: site.descriptor, steps: all })
  if (fault) return wrongAt(placeOf(fault.path), fault.is, fault.wanted)
  return done({
    run,
    account,
    steps: all,
    boundaries: boundariesOf(run, all, bits),
    notes: notesOn(all, site, run),
  })
}

interface Next {
  readonly at: number
  readonly earlier: ReadonlyMap<string, CheckedStep>
}
/** `bits`: what may leave through the step's hosts. */
function checkStep(parsed: ParsedRun, site: Site, next: Next): Result<{ step: CheckedStep; bits: number }> {
  const under = beginStep(parsed, site, next)
  if (!under.ok) return under
  const inputs = wireInputs(under.value)
  if (!inputs.ok) return inputs
  const outputs = resolveOutputs(under.value, inputs.value)
  if (!outputs.ok) return outputs
  const effective = effectiveGrants(under.value, inputs.value, site.config)
  if (!effective.ok) return effective
  const bits = ruleOne(under.value, inputs.value, effective.value.grants.hosts)
  if (!bits.ok) return bits
  const proposes = effective.value.grants.spool ? proposesOf(under.value, site) : done([])
  if (!proposes.ok) return proposes
  const output = outputOf(under.value, outputs.value)
  if (!output.ok) return output
  const {
    name,
    step: { uses, with: config = null },
    stage,
  } = under.value
  const step = {
    name,
    uses,
    stage,
    config,
    ...effective.value,
    inputs: inputs.value,
    outputs: outputs.value,
    proposes: proposes.value,
    output: output.value,
  }
  return done({ step, bits: bits.value })
}

function beginStep(parsed: ParsedRun, { stages }: Site, { at, earlier }: Next): Result<StepUnderCheck> {
  const { run } = parsed
  const step = run.pipeline[at]
  if (!step) throw new RangeError(`Cannot check step ${at}: the run has ${run.pipeline.length}`)
  const [fault, name] = [faultOf(parsed, at), nameOf(step)]
  const path = [step.name === undefined ? 'uses' : 'name']
  if (name === 'view') return fault(path, 'has the name of what all steps take from', 'another "name"')
  if (earlier.has(name)) return fault(path, 'has the name of an earlier step', 'a "name" of its own')
  const stage = stages.stages.get(step.uses)
  if (stage) return done({ run, at, step, name, names: run.pipeline.map(nameOf), stage, earlier, fault })
  const why = stages.unfit.get(stageOf(step.uses))
  const known = [...stages.stages.keys()].filter(one => stageOf(one) === stageOf(step.uses))
  return fault(
    ['uses'],
    why === undefined
      ? `uses the stage ${step.uses}, which is not there`
      : `uses the stage ${step.uses}, whose manifest ${why}`,
    oneOf(known.length > 0 ? known : [...stages.stages.keys()], 'a stage that is built: "npm run build"'),
  )
}

/** What the stage may propose, the run does not deny whole, and the account can do; refused where nothing is left. */
function proposesOf({ stage, run, fault }: StepUnderCheck, { descriptor }: Site): Result<readonly Verb[]> {
  const { apply } = run
  const asked = stage.manifest.proposes ?? VERBS.filter(verb => !isWriting(verb))
  const wanted = asked.filter(verb => !apply || !isDenied(apply, { verb, to: null }))
  if (wanted.length === 0)
    return fault(
      ['spool'],
      `may propose ${listed(asked)}, all of which the run denies`,
      'no "spool", or less under "deny"',
    )
  const able = wanted.filter(verb => lackOf(descriptor, verb, null) === undefined)
  return able.length > 0
    ? done(able)
    : fault(
        ['spool'],
        `may propose ${listed(wanted)}, which the account cannot do`,
        'an account that can, or no "spool"',
      )
}

function notesOn(
  steps: readonly CheckedStep[],
  { descriptor }: Site,
  { apply, view }: CheckedRun['run'],
): string[] {
  const isIdle = apply !== undefined && !steps.some(({ grants }) => grants.spool)
  return [
    ...(isIdle ? ['The run has "apply", and no step has "spool: true": it changes nothing.'] : []),
    ...(view.expand === 'thread' && (apply?.auto.length ?? 0) > 0
      ? ['What only a thread brings into the view waits for a person, whatever "auto" says.']
      : []),
    ...(descriptor || !apply ? [] : ['What the account can do is asked when the run starts.']),
  ]
}
