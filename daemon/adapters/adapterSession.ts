// What twind asks of a running adapter, and what counts as an answer to each question. One question at a time; one that is asked meanwhile
// waits. Relies on adapterProcess.ts for the lines and on fetchedFile.ts for what a file must be.
import type { AdapterLine, AdapterQuestion, Descriptor } from '../../protocol/adapter.ts'
import { piecesOf } from '../../protocol/blob.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { AdapterProcess } from './adapterProcess.ts'
import type { AdapterSession, Change, Fetched, Page } from './adapters.ts'
import { fetchedBlob } from './fetchedBlob.ts'
import { fetchedFile } from './fetchedFile.ts'
import { listingTally } from './listingTally.ts'

type Question = AdapterQuestion
type Kind = AdapterLine['type']
type Line<K extends Kind> = Extract<AdapterLine, { type: K }>

/** Asks questions in turn. `incoming`: the folder that files come into. */
export interface Asking {
  readonly adapter: AdapterProcess
  readonly incoming: string
}

/** The session of a process that has been opened. `about`: what it said then. */
export function adapterSession(
  asking: Asking,
  about: string,
  capabilities: Descriptor,
): Omit<AdapterSession, 'close'> {
  const turn = turns()
  return {
    about,
    capabilities,
    list: (cursor, onPage) => turn(id => list(asking, { op: 'list', id, cursor }, onPage)),
    fetch: message => turn(id => fetchOne(asking, { op: 'fetch', id, message })),
    apply: change =>
      turn(async id => {
        const applied = await askOnce(asking.adapter, applyLines(id, change), 'applied')
        return applied.ok ? done(applied.value.message) : applied
      }),
    wasApplied: nonce =>
      turn(async id => {
        const was = await askOnce(asking.adapter, [{ op: 'was-applied', id, nonce }], 'was-applied')
        return was.ok ? done(was.value.answer) : was
      }),
  }
}

/** Numbers each question, and lets one be asked when the one before is answered. The first two are the opener's. */
function turns(): <T>(ask: (id: number) => Promise<Result<T>>) => Promise<Result<T>> {
  let last: Promise<unknown> = Promise.resolve()
  let id = 1
  return ask => {
    const turn = last.then(() => ask(++id))
    last = turn.catch(() => undefined)
    return turn
  }
}

/** The one line that answers; refused with what the adapter said, or with its fault. */
export async function askOnce<K extends Kind>(
  { ask, next, answered, fail }: AdapterProcess,
  lines: readonly Question[],
  kind: K,
): Promise<Result<Line<K>>> {
  ask(lines)
  const line = await next()
  if (!line.ok) return line
  const { value } = line
  const end = isKind(value, kind) || value.type === 'refused' ? answered() : fail('wrong-shape')
  if (!end.ok) return end
  if (isKind(value, kind)) return done(value)
  return value.type === 'refused' ? { ok: false, refusal: value.refusal } : fail('wrong-shape')
}

const isKind = <K extends Kind>(line: AdapterLine, kind: K): line is Line<K> => line.type === kind

type OnPage = (page: Page) => Promise<Result<void>>

async function list({ adapter }: Asking, question: Question, onPage: OnPage): Promise<Result<string | null>> {
  adapter.ask([question])
  const isWithin = listingTally()
  for (;;) {
    const line = await adapter.next()
    if (!line.ok) return line
    const page = line.value
    if (page.type === 'refused') {
      const end = adapter.answered()
      return end.ok ? { ok: false, refusal: page.refusal } : end
    }
    if (page.type !== 'listed') return adapter.fail('wrong-shape')
    if (!isWithin(page)) return adapter.fail('endless')
    const taken = await onPage(page)
    // Whoever does not want the rest leaves an adapter in the middle of its answer: it is of no use any more.
    if (!taken.ok) {
      adapter.fail('interrupted')
      return taken
    }
    if (page.final) {
      const end = adapter.answered()
      return end.ok ? done(page.cursor) : end
    }
  }
}

async function fetchOne({ adapter, incoming }: Asking, question: Question): Promise<Result<Fetched>> {
  adapter.ask([question])
  const line = await adapter.next()
  if (!line.ok) return line
  const first = line.value
  if (first.type === 'blob') return fetchedBlob(adapter, incoming, first)
  if (first.type !== 'file' && first.type !== 'refused') return adapter.fail('wrong-shape')
  const end = adapter.answered()
  if (!end.ok) return end
  if (first.type === 'refused') return { ok: false, refusal: first.refusal }
  const fetched = await fetchedFile(`${incoming}/${first.name}`, first)
  return fetched ? done(fetched) : adapter.fail('false-file')
}

/** A draft comes before the question that it is for. */
function applyLines(id: number, { raw, ...change }: Change): Question[] {
  const pieces = raw ? piecesOf(id, raw).map(piece => ({ op: 'blob' as const, ...piece })) : []
  return [...pieces, { op: 'apply', id, ...change }]
}
