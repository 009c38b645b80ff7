// What DKIM says of each message that enters the store: verified once, with keys from DNS where a person has turned that on. Relies on
// signedMessages.ts for the cryptography in a confined process, and on askKeys.ts for the keys. It never fails: what cannot be
// told is a state of its own, which satisfies nothing.
import { type DkimRecord, keyNameOf } from '../../protocol/dkimKeys.ts'
import type { Config } from '../../protocol/config.ts'
import { type Dkim, NOT_CHECKED, type ParsedMessage } from '../../protocol/message.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { StepIo } from '../stages/stages.ts'
import type { NewMail, VerifyDkim } from '../store/storeSite.ts'
import { askKeys } from './askKeys.ts'
import { nameServer } from './nameServer.ts'
import { type SignedParts, signedMessages } from './signedMessages.ts'

export interface DkimParts extends Omit<SignedParts, 'stage'> {
  readonly stage: () => Result<SignedParts['stage']>
  /** As twin.toml is in force. */
  readonly settings: () => Config['dkim']
  readonly dist: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The verifier of a store. Without `lookup` nothing is asked and every message is not-checked. */
export const verifyDkim =
  (parts: DkimParts): VerifyDkim =>
  async (mails, signal) => {
    const settings = parts.settings()
    const stage = parts.stage()
    if (!settings.lookup) return mails.map(() => NOT_CHECKED)
    const server = nameServer(settings)
    if (!stage.ok || !server.ok) return mails.map(() => failed)
    const io: StepIo = { signal, progress: () => undefined, now: parts.now }
    const step = { ...parts, stage: stage.value }
    const first = await signedMessages(
      step,
      mails.map(({ raw, sha256 }) => ({ raw, sha256, keys: null })),
      io,
    )
    if (!first.ok) return mails.map(() => failed)
    const names = first.value.flatMap(record => record?.names ?? [])
    const now = Math.floor(parts.now() / 1_000)
    const keys = await askKeys({ dist: parts.dist, server: server.value, now, signal }, names)
    const open = first.value.flatMap((record, at) => {
      const mail = mails[at]
      return record && mail && record.names.length > 0 ? [{ at, mail, record }] : []
    })
    if (open.length === 0) return mails.map((mail, at) => stateOf(mail, first.value[at]))
    const second = await signedMessages(
      step,
      open.map(({ mail, record }) => ({
        raw: mail.raw,
        sha256: mail.sha256,
        keys: record.names.flatMap(name => keys.get(keyNameOf(name)) ?? []),
      })),
      io,
    )
    const decided = new Map(open.map(({ at }, nth) => [at, second.ok ? second.value[nth] : undefined]))
    return mails.map((mail, at) => stateOf(mail, decided.has(at) ? decided.get(at) : first.value[at]))
  }

const failed: Dkim = { state: 'error', domain: null, why: 'it could not be verified on this machine' }

/** A pass counts only for the author that everybody sees: one that two parsers read in two ways is nobody's. */
function stateOf({ parsed }: NewMail, record: DkimRecord | undefined): Dkim {
  if (record === undefined || record.names.length > 0) return failed
  const { state, domain, why, author } = record
  if (state !== 'pass') return { state, domain: null, why }
  if (!isAuthor(parsed, author))
    return { state: 'fail', domain: null, why: 'its author can be read in two ways' }
  return { state, domain, why: null }
}

function isAuthor({ from, fromHeaders }: ParsedMessage, author: string | null): boolean {
  const [only, ...others] = from
  return (
    fromHeaders === 1 &&
    others.length === 0 &&
    author !== null &&
    only?.address.toLowerCase() === author.toLowerCase()
  )
}
