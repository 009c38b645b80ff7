// Wires the inputs of one step: each to the view, to the list of its handles, or to what an earlier step puts out. Formats and keys are
// equal on both sides of a wire. Relies on stepUnderCheck.ts for what stands before the step; pure.
import { isDeepStrictEqual } from 'node:util'
import { done, type Result } from '../../protocol/refusal.ts'
import type { RunStep } from '../../protocol/runFile.ts'
import type { CheckedInput, CheckedOutput } from './checkedRun.ts'
import { layoutOf, type ManifestPort } from './formatOf.ts'
import { listed, nameOf, type StepUnderCheck } from './stepUnderCheck.ts'

type Wiring = NonNullable<RunStep['in']>
type Wire = Wiring[string]

/** The inputs that are wired, by port; refused where one is missing, unknown, or of another kind than what it gets. */
export function wireInputs(under: StepUnderCheck): Result<Readonly<Record<string, CheckedInput>>> {
  const { step, stage, fault } = under
  const wiring = step.in ? done(step.in) : defaultWiring(under)
  if (!wiring.ok) return wiring
  const declared = stage.manifest.inputs
  const inputs: Record<string, CheckedInput> = {}
  for (const [name, wire] of Object.entries(wiring.value)) {
    const port = Object.hasOwn(declared, name) ? declared[name] : undefined
    if (!port) return fault(['in', name], `has no input ${name}`, `one of ${listed(Object.keys(declared))}`)
    const input = wireInput(under, { name, port, wire })
    if (!input.ok) return input
    inputs[name] = input.value
  }
  const missing = Object.entries(declared).find(
    ([name, port]) => !port.optional && !Object.hasOwn(inputs, name),
  )
  if (missing)
    return fault(['in'], `has nothing for its input ${missing[0]}`, `"${missing[0]}: {from: …}" under "in"`)
  if (Object.keys(inputs).length === 0) return fault(['in'], 'takes nothing in', 'at least one input')
  return done(inputs)
}

/** No `in`: what the previous step puts out, or the view, into the one input that can take it. */
function defaultWiring({ at, run, stage, earlier, fault }: StepUnderCheck): Result<Wiring> {
  const before = run.pipeline[at - 1]
  const outputs: readonly [string, string][] = before
    ? Object.entries(earlier.get(nameOf(before))?.outputs ?? {}).map(([port, { format }]) => [
        `${nameOf(before)}.${port}`,
        format,
      ])
    : [['view', 'message']]
  const [only, ...others] = outputs
  const ports = Object.entries(stage.manifest.inputs)
  const required = ports.filter(([, port]) => !port.optional)
  const [into, ...rest] =
    required.length > 0 ? required : ports.filter(([, { format }]) => format === only?.[1])
  if (before && (!only || others.length > 0))
    return fault(
      [],
      `has no "in", and the step before it puts out ${listed(outputs.map(([port]) => port))}`,
      'an "in" that says which',
    )
  if (!only || !into || rest.length > 0)
    return fault(
      [],
      `has no "in", and its inputs are ${listed(ports.map(([port]) => port))}`,
      'an "in" that says which gets what',
    )
  return done({ [into[0]]: { from: only[0] } })
}

interface Wired {
  readonly name: string
  readonly port: ManifestPort
  readonly wire: Wire
}
function wireInput(under: StepUnderCheck, wired: Wired): Result<CheckedInput> {
  if (wired.wire.from === 'view') return fromView(under, wired)
  const { fault } = under
  const { name, port, wire } = wired
  if (wire.project)
    return fault(
      ['in', name, 'project'],
      'projects what does not come from the view',
      '"project" only beside "from: view"',
    )
  const output = outputNamed(under, wired)
  if (!output.ok) return output
  const { format, is, schema } = output.value
  const path = ['in', name, 'from']
  if (format !== port.format || is !== layoutOf(port))
    return fault(path, `gets ${kind(format, is)} for its input ${name}`, kind(port.format, layoutOf(port)))
  if (port.schema !== undefined && !isDeepStrictEqual(schema, port.schema))
    return fault(
      path,
      `gets records of another schema for its input ${name}`,
      'the schema that its manifest says',
    )
  const [step = '', out = ''] = wire.from.split('.')
  return done({ source: { from: 'step', step, port: out }, format, is, schema })
}
const kind = (format: string, is: CheckedInput['is']): string =>
  is === 'file' ? `the format ${format}` : `the format ${format}, one a message`

function fromView({ fault }: StepUnderCheck, { name, port, wire }: Wired): Result<CheckedInput> {
  const { format } = port
  const base = { format, is: layoutOf(port), schema: null }
  const path = ['in', name, 'project']
  if (format === 'message')
    return done({ ...base, source: { from: 'view', project: wire.project ?? ['envelope', 'body'] } })
  if (format === 'raw')
    return wire.project && !isDeepStrictEqual(wire.project, ['raw'])
      ? fault(path, `takes raw messages at ${name}`, '"project: [raw]", or no "project"')
      : done({ ...base, source: { from: 'view', project: ['raw'] } })
  if (format !== 'manifest')
    return fault(
      ['in', name, 'from'],
      `takes the format ${format} at ${name}, which no view has`,
      'an output of an earlier step',
    )
  return wire.project
    ? fault(path, 'projects the list of handles', 'no "project"')
    : done({ ...base, source: { from: 'manifest' } })
}

function outputNamed(under: StepUnderCheck, { name, wire }: Wired): Result<CheckedOutput> {
  const { earlier, names, fault } = under
  const [from = '', port = ''] = wire.from.split('.')
  const path = ['in', name, 'from']
  const step = earlier.get(from)
  if (!step) {
    const wanted =
      earlier.size === 0
        ? '"view": no step stands before it'
        : `"view", or a port of ${listed([...earlier.keys()])}`
    return fault(
      path,
      names.includes(from) ? laterSource(under, from) : `takes from ${from}, which is no step`,
      wanted,
    )
  }
  const output = Object.hasOwn(step.outputs, port) ? step.outputs[port] : undefined
  if (output) return done(output)
  const made = listed(Object.keys(step.outputs))
  return Object.hasOwn(step.stage.manifest.outputs, port)
    ? fault(
        path,
        `takes ${wire.from}, which that step does not put out without its schema under "with"`,
        made,
      )
    : fault(path, `takes ${wire.from}, which is no port of that step`, `one of ${made}`)
}

/** Whether what stands after the step, or is the step, takes from it in turn. */
function laterSource({ run, name }: StepUnderCheck, from: string): string {
  const takes = new Map(
    run.pipeline.map(step => [
      nameOf(step),
      Object.values(step.in ?? {}).map(wire => wire.from.split('.')[0] ?? ''),
    ]),
  )
  const seen = new Set<string>()
  const open = [from]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === name) return `takes from ${from} in a cycle`
    if (!seen.has(next)) open.push(...(takes.get(next) ?? []))
    seen.add(next)
  }
  return `takes from ${from}, which comes later`
}
