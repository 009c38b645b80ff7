// A note in which hostile text stands wherever a sender, a job, a model, a database or another process can put it, and what every
// oracle makes of it. Relies on the renderers of test/protocol/text/oracles.ts.
import { compose } from '../../../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../../../helpers/stages/brief/items.ts'
import type { JoinedItem } from '../../../../helpers/stages/brief/sections.ts'
import type { JobFacts } from '../../../../protocol/brief.ts'
import { ORACLES } from '../../../protocol/text/oracles.ts'
import { envelope, facts, handleOf, routing } from '../run.ts'

const CANARY = 'Kanarifugl'

/** One message a payload with a high score, one with a low one, one without; and a last item that must stay in sight. */
export function noteOf(payloads: readonly string[]): string {
  const messages = [...payloads.flatMap(hostileMessages), canary]
  const accounts = [
    { label: 'Home', inScope: true, messages: 1 },
    ...payloads.flatMap(label => [true, false].map(inScope => ({ label, inScope, messages: 1 }))),
  ]
  const [payload = ''] = payloads
  const collected = messages.length
  const texts = { notes: [...payloads], engineNote: payload, layout: payload }
  const { items, jobs } = hostileItems(payloads)
  const given = facts({ collected, limit: 200, accounts, ...texts, jobs, linkHosts: ['news.test'] })
  return compose(given, messages, items).note
}

/** Two jobs: of one every item holds a payload in every field, of the other the name of what went wrong does. */
function hostileItems(payloads: readonly string[]): { items: JoinedItem[]; jobs: JobFacts[] } {
  const items = payloads.flatMap((payload, index) => {
    const texts = { reason: payload, topics: [payload, payload] }
    return [9, 5].map((score, part) => ({
      handle: handleOf(100_000 + 10 * index + part),
      record: { title: payload, source: payload, link: payload },
      score: { by: 'model' as const, score, ...texts },
    }))
  })
  const told = { printed: 0, stale: 0, more: 0 }
  return {
    items,
    jobs: [
      { job: 'news', ...told, problem: null, handles: items.map(({ handle }) => handle) },
      { job: 'weather', ...told, problem: payloads[0] ?? '', handles: [] },
    ],
  }
}

function hostileMessages(payload: string, index: number): Joined[] {
  const texts = { reason: payload, topics: [payload, payload] }
  const scores = [
    { by: 'model' as const, score: 10, ...texts },
    { by: 'model' as const, score: 5, ...texts },
    { by: 'none' as const, why: 'http' as const },
  ]
  return scores.map((score, part) => ({
    handle: handleOf(10 * index + part),
    envelope: envelope({ from: { name: payload, address: payload }, subject: payload }),
    routing: routing({ account: payload, mailbox: payload, messageId: `<${index}.${part}@b.test>` }),
    score,
  }))
}

const canary: Joined = {
  handle: handleOf(99_999),
  envelope: envelope(),
  routing: routing({ messageId: '<last@b.test>' }),
  score: { by: 'model', score: 4, reason: CANARY, topics: [] },
}

/** What each oracle makes of a note: its elements, sorted, and whether the last item is in sight. */
export const shapes = (note: string): string[] =>
  ORACLES.map(oracle => {
    const { elements, text } = oracle.render(note)
    return `${oracle.name}: ${elements.toSorted().join(' | ')} | ${text.includes(CANARY)}`
  })

type Write = (payloads: readonly string[]) => string

/** Whether a note of `payloads` is anything else than one of harmless words. */
export function differs(payloads: readonly string[], write: Write = noteOf): boolean {
  const harmless = shapes(write(payloads.map(() => 'å')))
  return shapes(write(payloads)).some((shape, index) => shape !== harmless[index])
}

/** The payloads that make a note differ from one of harmless words; all of them where none does so alone. */
export function active(payloads: readonly string[]): readonly string[] {
  if (!differs(payloads)) return []
  const alone = payloads.filter(payload => differs([payload]))
  return alone.length > 0 ? alone : payloads
}
