// Everything twin may ever be asked to be allowed, by name. policy.toml gives each one auto, propose or never; an operation
// names the one it needs. Relies on nothing.
import * as z from 'zod/mini'

export const CAPABILITIES = [
  'mail.read',
  'mail.collection',
  'mail.flag',
  'mail.trash',
  'mail.expunge',
  'mail.draft',
  'mail.send',
  'brief.write',
] as const
/** One a job, one a command of `[apply.NAME]`, one a plugin. */
const NAMED = /^(?:job|apply|plugin)\.[a-z][a-z0-9-]{0,31}$/

export type Capability =
  (typeof CAPABILITIES)[number] | `job.${string}` | `apply.${string}` | `plugin.${string}`
export const GRANTS = ['auto', 'propose', 'never'] as const
export type Grant = (typeof GRANTS)[number]

/** What is irreversible or outward-facing is never done without a person, whatever policy.toml says. */
export const AT_MOST_PROPOSE: readonly Capability[] = ['mail.expunge', 'mail.send']

export const isCapability = (text: string): text is Capability =>
  CAPABILITIES.some(name => name === text) || NAMED.test(text)

export const CapabilityShape = z
  .string('wants the name of a capability')
  .check(z.refine(isCapability, 'wants the name of a capability, for example "job.news"'))
