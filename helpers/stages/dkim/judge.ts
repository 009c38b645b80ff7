// What the signatures of one message prove, from what the verifier found of each. Pure. Only one thing is a pass: a signature over
// the whole body and the one From, good now, by a sound key of the author's own domain (RFC 6376, RFC 8301, RFC 7489 section 3.1).
import type { DkimRecord, KeyName } from '../../../protocol/dkimKeys.ts'
import { NAME_PATTERN } from '../../../protocol/dnsName.ts'
import { type HeaderBlock, openFault } from './headerBlock.ts'

/**
 * One DKIM-Signature. `result`: "pass"; "body": its hash does not fit; "no-key": there is none; "temperror": nobody said; else what the verifier calls it. `aligned`: its domain has the organisational
 * domain of the author's. `fields`: names of the signed header fields. `unsigned`: octets of the body beyond what l= covers.
 * `timely`: not of the future and not expired. `key`: the record as DNS has it, null where it was not found.
 */
export interface Signature {
  readonly domain: string
  readonly selector: string
  readonly algorithm: string
  readonly result: string
  readonly aligned: boolean
  readonly fields: readonly string[]
  readonly unsigned: number
  readonly timely: boolean
  readonly key: string | null
}
/**
 * `authors`: every address of every From field. `froms`: how many of these fields there are. `block`: undefined where the headers can be
 * read in two ways. `hasKeys`: whether keys were given.
 */
export interface Signed {
  readonly authors: readonly string[]
  readonly froms: number
  readonly block: HeaderBlock | undefined
  readonly signatures: readonly Signature[]
  readonly hasKeys: boolean
}

/** The record of a message; with `names` where only their keys can decide. */
export function judge({ authors, froms, block, signatures, hasKeys }: Signed): DkimRecord {
  const [author] = authors
  const record = (
    state: DkimRecord['state'],
    why: string | null,
    domain: string | null = null,
  ): DkimRecord => ({
    state,
    domain,
    why,
    author: author ?? null,
    names: [],
  })
  if (signatures.length === 0) return record('none', 'it has no signature')
  if (froms !== 1 || authors.length !== 1) return record('fail', 'it does not have exactly one author')
  if (block === undefined) return record('fail', 'its headers can be read in two ways')
  const own = signatures.filter(({ aligned }) => aligned)
  if (own.length === 0) return record('fail', 'it is signed by another domain than its author’s')
  const faults = own.map(one => faultOf(one, block))
  const good = own.find((_, at) => faults[at] === null)
  if (good) {
    if (hasKeys) return record('pass', null, good.domain.toLowerCase())
    throw new Error('Cannot judge a signature: it passes without a key')
  }
  const wanted = own.filter((_, at) => faults[at] === NO_KEY)
  if (!hasKeys && wanted.length > 0)
    return { ...record('not-checked', 'its keys were not asked for'), names: wanted.flatMap(nameOf) }
  const lost = faults.includes(NOBODY)
  return record(lost ? 'error' : 'fail', (lost ? NOBODY : faults.find(fault => fault !== null)) ?? null)
}

const NO_KEY = 'its key does not exist'
const NOBODY = 'no name server answered for its key'

/** Why it proves nothing; null where it does. */
function faultOf(one: Signature, block: HeaderBlock): string | null {
  if (nameOf(one).length === 0) return 'its domain or selector is none that may be asked for'
  if (one.algorithm.toLowerCase() !== 'rsa-sha256' && one.algorithm.toLowerCase() !== 'ed25519-sha256')
    return 'its algorithm is not trusted any more'
  if (!one.fields.includes('from')) return 'it does not sign the author'
  const open = openFault(block, one.fields)
  if (open !== null) return open
  if (one.unsigned > 0) return 'it signs only a part of the body'
  if (!one.timely) return 'it is expired, or of the future'
  if (one.result === 'temperror') return NOBODY
  if (one.result === 'no-key') return NO_KEY
  if (one.result === 'body') return 'the body is not the one that was signed'
  if (one.result !== 'pass') return 'the signature is not good, or its key is short, revoked or none'
  return keyFault(one)
}

/** What a key record itself forbids (RFC 6376 section 3.6.1): other services, other hashes, a trial. */
function keyFault({ key }: Signature): string | null {
  const tags = tagsOf(key ?? '')
  const list = (tag: string) =>
    tags
      .get(tag)
      ?.split(':')
      .map(item => item.trim().toLowerCase())
  const services = list('s')
  if (services && !services.includes('*') && !services.includes('email')) return 'its key is not for mail'
  const hashes = list('h')
  if (hashes && !hashes.includes('sha256')) return 'its key does not allow its hash'
  if ((list('t') ?? []).includes('y')) return 'its key is only being tested'
  return null
}

const tagsOf = (record: string): ReadonlyMap<string, string> =>
  new Map(
    record.split(';').flatMap((part): [string, string][] => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]]
    }),
  )

/** The name of its key, none where it is not one that may be asked for. */
export function nameOf({ domain, selector }: Pick<Signature, 'domain' | 'selector'>): KeyName[] {
  const name = { domain: domain.toLowerCase(), selector: selector.toLowerCase() }
  const isName = (text: string) => text.length <= 253 && NAME_PATTERN.test(text)
  const fits = name.selector.length + name.domain.length + 12 <= 253
  return isName(name.domain) && isName(name.selector) && fits && name.domain.includes('.') ? [name] : []
}
