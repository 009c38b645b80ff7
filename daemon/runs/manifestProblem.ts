// The rules of the stage contract that no shape says: formats that there are, capabilities that fit the ports, drafts that only
// draft-lint hands on, a map that only pseudonymize makes and only rehydrate reads. Pure; a stage that breaks one is unfit.
import { PORTS } from '../../protocol/limits.ts'
import { isWriting } from '../../protocol/mailVerbs.ts'
import { RecordSchema } from '../../protocol/recordSchema.ts'
import type { Manifest } from '../../protocol/stage.ts'
import { formatOf, type ManifestPort } from './formatOf.ts'

/** The one stage whose drafts may be proposed. */
export const DRAFT_LINT = 'draft-lint'
/** Where the schema of an output comes from, beside one that stands in the manifest. */
export const SCHEMA_FROM = /^(with|in)\.([a-z][a-z0-9_-]{0,31})$/

/** The first rule that `manifest` breaks, one clause; undefined where it keeps to all. */
export function manifestProblem(manifest: Manifest): string | undefined {
  const { inputs, outputs } = manifest
  for (const side of [inputs, outputs])
    if (Object.keys(side).length > PORTS) return `has more than ${PORTS} ports of a kind`
  for (const [name, port] of [...Object.entries(inputs), ...Object.entries(outputs)]) {
    const problem = portProblem(port)
    if (problem !== undefined) return `has a port ${name} ${problem}`
  }
  return setProblem(manifest) ?? schemaProblem(manifest) ?? reservedProblem(manifest)
}

function portProblem({ keyed, format }: ManifestPort): string | undefined {
  const known = formatOf(format)
  if (!known) return `of the format ${format}, which is no run's`
  if (keyed && known.is === 'file') return `of the format ${format}, which is not keyed`
  return !keyed && known.is === 'folder' ? `of the format ${format}, which is keyed` : undefined
}

/** What sees more than one message says so; what sees one cannot write of several. */
function setProblem({ per, inputs, outputs, capabilities }: Manifest): string | undefined {
  const takesManifest = Object.values(inputs).some(({ format }) => format === 'manifest')
  const sees = capabilities.includes('bulk-read')
  if (takesManifest && !sees) return 'takes the manifest and does not ask for bulk-read'
  if (per === 'set' && !sees) return 'sees the whole set and does not ask for bulk-read'
  if (Object.values(outputs).some(({ format }) => format === 'manifest'))
    return 'puts out a manifest, which twind alone makes'
  return per === 'message' && Object.values(outputs).some(({ keyed }) => !keyed)
    ? 'sees one message and puts out what is not keyed'
    : undefined
}

function schemaProblem({ inputs, outputs }: Manifest): string | undefined {
  for (const [name, { format, schema }] of Object.entries(outputs)) {
    if (schema === undefined && format === 'record')
      return `does not say which schema its records of ${name} have`
    const problem = schema === undefined ? undefined : sourceProblem(schema, inputs)
    if (problem !== undefined) return `${problem} for ${name}`
  }
  const given = Object.entries(inputs).find(([, { schema }]) => schema !== undefined && !isSchema(schema))
  return given && `wants a schema that is none of ${given[0]}`
}

function sourceProblem(schema: unknown, inputs: Manifest['inputs']): string | undefined {
  if (typeof schema !== 'string') return isSchema(schema) ? undefined : 'has a schema that is none'
  const [, from, key = ''] = SCHEMA_FROM.exec(schema) ?? []
  if (from === undefined) return 'has a schema that is neither with.KEY nor in.PORT'
  const isRecord = Object.hasOwn(inputs, key) && inputs[key]?.format === 'record'
  return from === 'in' && !isRecord ? 'has the schema of an input that takes no records' : undefined
}
const isSchema = (schema: unknown): boolean => RecordSchema.safeParse(schema).success

/** What names of stages mean to twind: nothing else may put on what they vouch for. */
function reservedProblem(manifest: Manifest): string | undefined {
  const { stage, inputs, outputs, capabilities, proposes } = manifest
  const makes = (format: string) => Object.values(outputs).some(port => port.format === format)
  const takes = (format: string) => Object.values(inputs).some(port => port.format === format)
  if (stage !== DRAFT_LINT && makes('linted-draft'))
    return `puts out what only ${DRAFT_LINT} does: linted drafts`
  if (stage !== DRAFT_LINT && proposes?.some(isWriting))
    return `proposes what only ${DRAFT_LINT} may: a draft, or to send one`
  if (stage !== 'pseudonymize' && makes('map')) return 'puts out what only pseudonymize does: a map'
  if (stage !== 'rehydrate' && takes('map')) return 'takes what only rehydrate may: a map'
  if (takes('map') && capabilities.length > 0) return 'takes a map and asks for capabilities'
  return proposes !== undefined && !capabilities.includes('spool')
    ? 'proposes and does not ask for spool'
    : undefined
}
