// The boundaries of a checked run, each with the most bits that it lets through for one message: every wire between two steps, every way
// out, every spool and the file that is written. What is told here is what a person may count on. Pure; formulas in capacity.ts.
import { FLAGS, type Verb } from '../../protocol/adapter.ts'
import { COLLECTIONS, KEYWORD_CHARS, VIEW_MESSAGES } from '../../protocol/limits.ts'
import { isCollectionVerb, isFlagVerb, isWriting } from '../../protocol/mailVerbs.ts'
import type { RunFile } from '../../protocol/runFile.ts'
import type { Boundary } from '../../protocol/runReport.ts'
import { cut } from '../../protocol/text/cut.ts'
import { ruleOf } from '../applier/applyRules.ts'
import {
  bitsOfOrder,
  bitsOfProposals,
  bitsOfRecords,
  plus,
  PRESENCE_BITS,
  texts,
  type Values,
} from './capacity.ts'
import type { CheckedInput, CheckedStep } from './checkedRun.ts'
import { formatOf } from './formatOf.ts'

/** `bits`: what leaves through the hosts of each step, by its name. */
export function boundariesOf(
  run: RunFile,
  steps: readonly CheckedStep[],
  bits: ReadonlyMap<string, number>,
): Boundary[] {
  return steps.flatMap(step => [
    ...Object.entries(step.inputs).map(([port, input]) => wire(run, `${step.name}.${port}`, input)),
    ...step.grants.hosts.map(host => ({
      from: step.name,
      to: host,
      bits: bits.get(step.name) ?? null,
      outbound: true,
    })),
    ...(step.grants.spool ? [spool(run, step)] : []),
    ...(step.output ? [file(step)] : []),
  ])
}

function wire(run: RunFile, to: string, input: CheckedInput): Boundary {
  const { source } = input
  const from =
    source.from === 'step'
      ? `${source.step}.${source.port}`
      : source.from === 'view'
        ? `view (${source.project.join(', ')})`
        : 'manifest'
  return { from, to, bits: bitsOfInput(run, input), outbound: false }
}

/** What one input tells of one message; null where mail stands in it, text without a bound, or one file of the whole set, which nobody checks. */
export function bitsOfInput({ view }: RunFile, { format, is, schema, source }: CheckedInput): number | null {
  if (source.from === 'manifest')
    return PRESENCE_BITS + bitsOfOrder(view.expand === 'none' ? view.limit : VIEW_MESSAGES)
  return is === 'record' && formatOf(format)?.mail === false ? bitsOfRecords(schema) : null
}

/** A draft is text; every other proposal is a verb with what it may name. The nonce stays in twin. */
function spool({ apply }: RunFile, { name, proposes }: CheckedStep): Boundary {
  const outbound = proposes.some(isWriting)
  const choices = proposes.map(verb => targetsOf(apply, verb)).reduce(plus, { exact: 0n })
  return { from: name, to: 'spool', bits: outbound ? null : bitsOfProposals(choices), outbound }
}

function targetsOf(apply: RunFile['apply'], verb: Verb): Values {
  const named = (apply?.auto ?? []).map(ruleOf).filter(rule => rule.verb === verb)
  if (verb === 'collection.add') return { exact: BigInt(named.length) }
  if (isCollectionVerb(verb)) return { exact: BigInt(COLLECTIONS) }
  return isFlagVerb(verb) ? plus({ exact: BigInt(FLAGS.length) }, texts(KEYWORD_CHARS)) : { exact: 1n }
}

/** Of a file's path that are told. */
const FILE_CHARS = 200
function file({ name, output, outputs }: CheckedStep): Boundary {
  const port = output?.port ?? ''
  return {
    from: `${name}.${port}`,
    to: `the file ${cut(output?.path ?? '', FILE_CHARS)}`,
    bits: bitsOfRecords(outputs[port]?.schema ?? null),
    outbound: false,
  }
}
