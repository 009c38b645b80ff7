// What Ollama's records say of a model: whether it is there, whether it runs on this machine, and which weights it is. Pure.
// Relies on api/types.go of Ollama for the fields; records carry many more, which are not looked at.
import * as z from 'zod/mini'
import { MODEL_CAPABILITIES, MODELS } from '../protocol/limits.ts'
import { done, refused, type RefusalCode, type Result } from '../protocol/refusal.ts'

const forward = { remote_host: z.optional(z.string()), remote_model: z.optional(z.string()) }
const Version = z.object({ version: z.string().check(z.maxLength(64)) })
const Listed = z.object({
  name: z.string(),
  digest: z.string().check(z.minLength(8), z.maxLength(200)),
  ...forward,
})
const Models = z.object({ models: z.nullable(z.array(z.unknown()).check(z.maxLength(MODELS))) })
const Capabilities = z.array(z.string()).check(z.maxLength(MODEL_CAPABILITIES))
const Record = z.object({ capabilities: z.optional(Capabilities), ...forward })

export interface Records {
  /** GET /api/version */
  readonly version: unknown
  /** GET /api/tags */
  readonly models: unknown
  /** POST /api/show of the model */
  readonly record: unknown
}
export interface Identity {
  readonly version: string
  /** SHA-256 of the model's manifest, which names its weights. */
  readonly digest: string
}

/** Names that Ollama itself sends elsewhere: the tag is `cloud` or ends in `-cloud` (its internal/modelref). */
export function isCloudTag(model: string): boolean {
  const [, tag = ''] = /:([^/:]*)$/.exec(withoutSource(model)) ?? []
  return tag === 'cloud' || tag.endsWith('-cloud')
}

/** The identity of `model`, or why it must not be used. `thinks`: the configuration asks it to think. */
export function identifyModel(model: string, records: Records, thinks: boolean): Result<Identity> {
  const version = Version.safeParse(records.version)
  const models = Models.safeParse(records.models)
  const record = Record.safeParse(records.record)
  if (!version.success || !models.success || !record.success) return notOllama
  const listed = (models.data.models ?? []).flatMap(entry => Listed.safeParse(entry).data ?? [])
  const found = listed.find(entry => sameModel(entry.name, model))
  if (isCloudTag(model) || forwards(record.data) || (found && forwards(found))) return forwarded(model)
  if (!found) return absent(model)
  const { capabilities } = record.data
  if (thinks && capabilities && !capabilities.includes('thinking')) return cannotThink(model)
  return done({ version: version.data.version, digest: found.digest })
}

const forwards = (entry: z.infer<typeof Record> | z.infer<typeof Listed>): boolean =>
  Boolean(entry.remote_host) || Boolean(entry.remote_model)

/** Ollama lists every model with its tag, looks names up without case, and takes `latest` where none is given. */
const sameModel = (listed: string, wanted: string): boolean => full(listed) === full(wanted)
const withoutSource = (name: string): string => name.toLowerCase().replace(/:local$/, '')
const full = (name: string): string => {
  const bare = withoutSource(name)
  return bare.lastIndexOf(':') > bare.lastIndexOf('/') ? bare : `${bare}:latest`
}

/** What is says goes into a note, where a host or a model's name would be quoted as untrusted text: those are in the fix. */
const unfit = (code: RefusalCode, is: string, fix: string) =>
  refused(code, { is, wanted: 'an Ollama model that is installed and runs on this machine', fix })

export const forwarded = (model: string) =>
  unfit(
    'model-forwarded',
    'Ollama sends the configured model to another machine',
    `name a model that runs here instead of ${model} in twin.toml`,
  )
export const absent = (model: string) =>
  unfit('model-absent', 'Ollama does not have the configured model', `run "ollama pull ${model}"`)
export const unreachable = (host: string) =>
  unfit(
    'model-unreachable',
    'no model server answers',
    `start Ollama at ${host}, or set [ranker] host in twin.toml`,
  )
const cannotThink = (model: string) =>
  unfit(
    'model-unusable',
    'the configured model cannot think',
    `set think = "off" for ${model} under [ranker] in twin.toml`,
  )
const notOllama = unfit(
  'model-unusable',
  'the model server does not answer like Ollama',
  'set [ranker] host in twin.toml to the port of Ollama',
)
