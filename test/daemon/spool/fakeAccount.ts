// An account of a test: messages in collections, in memory, behind an adapter that keeps a journal and can be told to misbehave. It does
// what the contract says and nothing else: a message that is not where it was is stale, a last copy stays.
import type { AdapterSession, Change, OpenAdapter } from '../../../daemon/adapters/adapters.ts'
import { type Verb, VERBS } from '../../../protocol/adapter.ts'
import { done, refused, type RefusalCode, type Result } from '../../../protocol/refusal.ts'

export interface FakeAccount {
  readonly open: OpenAdapter
  /** Collection -> the keys of its messages. */
  readonly box: Map<string, Set<string>>
  /** "collection/key" -> flags. */
  readonly flags: Map<string, Set<string>>
  /** What was really changed, in order: "verb key -> to". */
  readonly effects: string[]
  readonly raws: string[]
  readonly tells: {
    /** Sessions that were opened, and how many of them are open. */
    opened: number
    atOnce: number
    most: number
    verbs: readonly Verb[]
    /** Set: opening is refused. */
    closed: RefusalCode | null
    /** The next applies end so: after the effect, or before it. */
    readonly faults: { readonly code: RefusalCode; readonly after: boolean }[]
    /** What was-applied says instead of what is true. */
    answer: 'yes' | 'no' | 'unknown' | null
    /** Waited for before each change. */
    before: (change: Change) => Promise<void>
  }
}

/** The adapter's name for a message in a collection. */
export const idOf = (collection: string, key: string): string => `${collection}:${key}`
const keyOf = (id: string): string => id.slice(id.lastIndexOf(':') + 1)

export function fakeAccount(box: Readonly<Record<string, readonly string[]>>): FakeAccount {
  const boxes = new Map(Object.entries(box).map(([name, keys]) => [name, new Set(keys)]))
  const account: FakeAccount = {
    box: boxes,
    flags: new Map(),
    effects: [],
    raws: [],
    tells: {
      opened: 0,
      atOnce: 0,
      most: 0,
      verbs: VERBS.filter(verb => verb !== 'send'),
      closed: null,
      faults: [],
      answer: null,
      before: () => Promise.resolve(),
    },
    open: () => {
      const { tells } = account
      if (tells.closed !== null)
        return Promise.resolve(refusedAs(tells.closed, 'the account cannot be opened'))
      tells.opened++
      tells.most = Math.max(tells.most, ++tells.atOnce)
      return Promise.resolve(done(sessionOf(account, new Set())))
    },
  }
  return account
}

const NEEDS_NONE: readonly Verb[] = ['collection.remove', 'trash', 'expunge']
const journals = new WeakMap<FakeAccount, Map<string, string | null>>()
const journalOf = (account: FakeAccount): Map<string, string | null> => {
  const journal = journals.get(account) ?? new Map<string, string | null>()
  journals.set(account, journal)
  return journal
}

function sessionOf(account: FakeAccount, dead: Set<'dead'>): AdapterSession {
  const { tells } = account
  const journal = journalOf(account)
  return {
    about: 'a fake',
    capabilities: {
      multi_collection: true,
      server_search: false,
      atomic_move: false,
      push: false,
      id_stability: 'stable',
      credential_scopable: false,
      keywords: true,
      verbs: [...tells.verbs],
    },
    list: () => Promise.reject(new Error('Cannot list: nobody should ask')),
    fetch: () => Promise.reject(new Error('Cannot fetch: nobody should ask')),
    apply: async change => {
      if (dead.has('dead')) throw new Error('Cannot apply: this session broke, wanted another')
      await tells.before(change)
      const fault = tells.faults.shift()
      if (fault) dead.add('dead')
      if (fault && !fault.after) return refusedAs(fault.code, 'the adapter broke')
      const before = journal.get(change.nonce)
      const result = before === undefined ? effect(account, change) : done(before)
      if (result.ok) journal.set(change.nonce, result.value)
      return fault ? refusedAs(fault.code, 'the adapter broke') : result
    },
    wasApplied: nonce => Promise.resolve(done(tells.answer ?? (journal.has(nonce) ? 'yes' : 'no'))),
    close: () => {
      if (!dead.has('dead')) dead.add('dead')
      tells.atOnce--
      return Promise.resolve()
    },
  }
}

function effect(account: FakeAccount, { verb, message, from, to, raw }: Change): Result<string | null> {
  const { box, flags, effects } = account
  if (verb === 'draft') {
    account.raws.push(Buffer.from(raw ?? []).toString('latin1'))
    effects.push(`draft -> ${to}`)
    return done(idOf(to ?? '', 'draft'))
  }
  if (NEEDS_NONE.includes(verb) !== (to === null))
    return refusedAs('bad-request', 'the change lacks what its verb wants')
  const key = keyOf(message ?? '')
  if (!box.get(from ?? '')?.has(key)) return refusedAs('stale', 'the message is not in that folder any more')
  const copies = [...box.values()].filter(keys => keys.has(key)).length
  const isLast = copies < 2
  if (verb === 'collection.remove' && isLast) return refusedAs('denied', 'it is the last one of this message')
  effects.push(`${verb} ${key} -> ${to}`)
  const place = `${from}/${key}`
  if (verb === 'flag.add') flags.set(place, new Set([...(flags.get(place) ?? []), to ?? '']))
  if (verb === 'flag.remove') flags.get(place)?.delete(to ?? '')
  if (verb !== 'collection.add' && !verb.startsWith('flag.')) box.get(from ?? '')?.delete(key)
  if (verb.startsWith('flag.')) return done(message)
  if (verb !== 'collection.add' && verb !== 'trash') return done(null)
  const target = verb === 'trash' ? 'Trash' : (to ?? '')
  box.set(target, new Set([...(box.get(target) ?? []), key]))
  flags.set(`${target}/${key}`, new Set(flags.get(place)))
  return done(idOf(target, key))
}

const refusedAs = (code: RefusalCode, is: string) =>
  refused(code, { is, wanted: 'something else', fix: 'wait' })
