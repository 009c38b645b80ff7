// What is known of each verb of a mail change: the capability that it needs, whether it can be taken back, and what it must name.
// Pure; the spool, the applier and the views ask here, so that all agree.
import { FLAGS, Keyword, type Verb } from './adapter.ts'
import type { Capability } from './capability.ts'
import type { MailChange } from './mailChange.ts'

const CAPABILITY: Readonly<Record<Verb, Capability>> = {
  'collection.add': 'mail.collection',
  'collection.remove': 'mail.collection',
  'flag.add': 'mail.flag',
  'flag.remove': 'mail.flag',
  trash: 'mail.trash',
  expunge: 'mail.expunge',
  draft: 'mail.draft',
  send: 'mail.send',
}
export const capabilityOf = (verb: Verb): Capability => CAPABILITY[verb]

export const isCollectionVerb = (verb: Verb): boolean => verb.startsWith('collection.')
export const isFlagVerb = (verb: Verb): boolean => verb.startsWith('flag.')
/** Whether what it does can be taken back and stays on this machine. */
export const isReversible = (verb: Verb): boolean => isCollectionVerb(verb) || isFlagVerb(verb)
/** Whether it makes a message instead of changing one. */
export const isWriting = (verb: Verb): boolean => verb === 'draft' || verb === 'send'

export const isFlag = (to: string): boolean => FLAGS.some(flag => flag === to)
/** Flags that are verbs of their own: set as flags, another program would throw the message away, or send it. */
export const TRASHED = 'trashed'
const OTHER_VERBS: readonly string[] = [TRASHED, 'draft']

/** Why a verb cannot go with `to`; one clause, or null. */
export function targetProblem(verb: Verb, to: string | null, undoes: string | null = null): string | null {
  if (!isReversible(verb)) return to === null ? null : `${verb} takes no target`
  if (to === null) return `${verb} names no target`
  if (!isFlagVerb(verb)) return null
  // What trash has set is taken away to take it back, and never else.
  if (verb === 'flag.remove' && to === TRASHED && undoes !== null) return null
  if (OTHER_VERBS.includes(to)) return `the flag "${to}" is no flag that can be set or taken away`
  return Keyword.safeParse(to).success ? null : 'it names no flag and no keyword'
}

/** Why a change cannot be meant at all; one clause, or null. */
export function changeProblem({ verb, to, message, draft, undoes }: MailChange): string | null {
  if (isWriting(verb) !== (message === null)) return `${verb} names a message, or lacks one`
  if (isWriting(verb) !== (draft !== null)) return `${verb} has a text, or lacks one`
  return targetProblem(verb, to, undoes)
}
