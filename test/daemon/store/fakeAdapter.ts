// A mailbox in memory behind the promises of an adapter: cursors that are numbers of a history, pages of a given size, files that are
// written into the scratch folder. It counts what it was asked.
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Descriptor, Listed } from '../../../protocol/adapter.ts'
import { done, type Refusal, refused } from '../../../protocol/refusal.ts'
import type { AdapterSession, OpenAdapter } from '../../../daemon/adapters/adapters.ts'

export const DESCRIPTOR: Descriptor = {
  multi_collection: true,
  server_search: false,
  atomic_move: true,
  push: false,
  id_stability: 'stable',
  credential_scopable: true,
  keywords: true,
  verbs: [],
}
interface Held extends Listed {
  readonly raw: string
}
type Change = { readonly put: Held } | { readonly gone: string }

export interface FakeMailbox {
  open: OpenAdapter
  /** Puts or replaces one message; its name is `message`. */
  readonly put: (message: string, raw: string, more?: Partial<Listed>) => void
  readonly remove: (message: string) => void
  readonly asked: { lists: (string | null)[]; fetches: string[]; opened: number; closed: number }
  descriptor: Descriptor
  pageSize: number
  /** What `fetch` of a message is refused with; and what happens before one. */
  refuses: (message: string) => Refusal | undefined
  beforeFetch: (message: string) => void
  problems: string[]
}

/** `epoch`: cursors of another mailbox mean nothing to this one. */
export function fakeMailbox(scratch: string, epoch = randomBytes(4).toString('hex')): FakeMailbox {
  const held = new Map<string, Held>()
  const history: Change[] = []
  const it: FakeMailbox = {
    open: async () => {
      it.asked.opened++
      return done(session)
    },
    put: (message, raw, more = {}) => {
      const listed: Held = {
        message,
        collection: 'INBOX',
        flags: [],
        keywords: [],
        received: null,
        bytes: Buffer.byteLength(raw),
        ...more,
        raw,
      }
      held.set(message, listed)
      history.push({ put: listed })
    },
    remove: message => {
      held.delete(message)
      history.push({ gone: message })
    },
    asked: { lists: [], fetches: [], opened: 0, closed: 0 },
    descriptor: DESCRIPTOR,
    pageSize: 3,
    refuses: () => undefined,
    beforeFetch: () => undefined,
    problems: [],
  }
  const session: AdapterSession = {
    about: 'a mailbox in memory',
    get capabilities() {
      return it.descriptor
    },
    list: async (cursor, onPage) => {
      it.asked.lists.push(cursor)
      const [mine, count] = cursor?.split(':') ?? []
      const isKnown = mine === epoch && Number(count) <= history.length
      const since = isKnown ? history.slice(Number(count)) : [...held.values()].map(put => ({ put }))
      const next = `${epoch}:${history.length}`
      for (let at = 0; at === 0 || at < since.length; at += it.pageSize) {
        const changes = since.slice(at, at + it.pageSize)
        const paged = await onPage({
          messages: changes.flatMap(change => ('put' in change ? [withoutRaw(change.put)] : [])),
          gone: changes.flatMap(change => ('gone' in change ? [change.gone] : [])),
          reset: !isKnown,
          problems: at === 0 ? it.problems : [],
        })
        if (!paged.ok) return paged
      }
      return done(next)
    },
    fetch: async message => {
      it.asked.fetches.push(message)
      it.beforeFetch(message)
      const refusal = it.refuses(message)
      if (refusal) return { ok: false, refusal }
      const one = held.get(message)
      if (!one) return refused('stale', { is: 'it is not there', wanted: 'it', fix: 'list again' })
      const path = join(scratch, randomBytes(16).toString('hex'))
      mkdirSync(scratch, { recursive: true })
      writeFileSync(path, one.raw)
      return done({
        path,
        bytes: Buffer.byteLength(one.raw),
        sha256: createHash('sha256').update(one.raw).digest('hex'),
      })
    },
    apply: async () => done(null),
    wasApplied: async () => done('unknown' as const),
    close: async () => void it.asked.closed++,
  }
  return it
}

const withoutRaw = ({ raw: _raw, ...listed }: Held): Listed => listed
