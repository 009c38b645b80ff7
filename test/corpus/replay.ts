// A shard of the corpus through the note: every field by itself as a list item, then whole notes of fifty messages, under
// every oracle of test/protocol/text. Posts the counts to the thread that started it. Relies on messages.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { compose } from '../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../helpers/stages/brief/items.ts'
import { inert } from '../../protocol/text/inert.ts'
import { plain } from '../../protocol/text/plain.ts'
import { envelope, facts, handleOf, routing } from '../helpers/stages/run.ts'
import { ORACLES } from '../protocol/text/oracles.ts'
import { messageOf, type Message } from './messages.ts'

const { data, shard, of } = workerData as { data: string; shard: number; of: number }
const HARMLESS = '“Hallo”'
const BATCH = 25
const PAGE = 50
const END = 'What this note does not show'

const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.txt'))
  .sort()
  .filter((_, at) => at % of === shard)
const messages = files.map(name => messageOf(readFileSync(join(data, name))))
const fieldsOf = ({ subject, name, address, preview }: Message): string[] => [subject, name, address, preview]

const page = (fields: readonly string[]): string =>
  `${fields.map(field => `- ${field} kanarifugl`).join('\n')}\n\nslutt\n`

/** Whether `fields` make the elements of as many harmless words, and all that should be seen is. */
function differs(oracle: (typeof ORACLES)[number], fields: readonly string[], harmless: string): boolean {
  const shape = (list: readonly string[]): string => oracle.render(page(list)).elements.toSorted().join('\n')
  const { text, elements } = oracle.render(page(fields))
  return (
    elements.toSorted().join('\n') !== shape(fields.map(() => harmless)) ||
    text.split('kanarifugl').length !== fields.length + 1 ||
    !text.includes('slutt') ||
    !fields.every(field => text.replaceAll('…', '...').includes(field.replaceAll('…', '...')))
  )
}

/** The fields, by their oracles, that are more than text; batches are taken apart only when they differ. */
function active(fields: readonly string[], harmless: string): { field: string; oracle: string }[] {
  return ORACLES.flatMap(oracle => {
    const search = (list: readonly string[]): string[] => {
      if (!differs(oracle, list, harmless)) return []
      if (list.length === 1) return [...list]
      const half = Math.ceil(list.length / 2)
      const found = [...search(list.slice(0, half)), ...search(list.slice(half))]
      return found.length > 0 ? found : [list.join(' | ')]
    }
    return batches(fields, BATCH)
      .flatMap(batch => search(batch))
      .map(field => ({ field, oracle: oracle.name }))
  })
}

const batches = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/** A note of `list`: the preview stands in for the reason, the words of the subject for the topics. */
function noteOf(list: readonly Message[], text: (value: string) => string): string {
  const joined = list.map((message, at): Joined => ({
    handle: handleOf(at + 1),
    envelope: envelope({
      from: { name: text(message.name), address: text(message.address) },
      subject: text(message.subject),
    }),
    routing: routing({ messageId: message.messageId || null, noLink: message.messageId ? null : 'absent' }),
    score: {
      by: 'model',
      score: 9,
      reason: text(Array.from(message.preview).slice(0, 200).join('')) || 'x',
      topics: message.subject
        .split(/\s+/)
        .slice(0, 3)
        .map(word => text(Array.from(word).slice(0, 40).join('')) || 'x'),
    },
  }))
  return compose(facts({ collected: list.length, limit: list.length }), joined).note
}

const shapeOf = (oracle: (typeof ORACLES)[number], note: string): string => {
  const { elements, text } = oracle.render(note)
  return `${elements.toSorted().join('\n')}\n${text.includes(END)}`
}
const notes = batches(messages, PAGE)
const badNotes = notes.flatMap((list, at) => {
  const real = noteOf(list, value => value)
  // A name of nothing but blanks is left out of the item, so the harmless note leaves it out too.
  const calm = noteOf(list, value => (value.trim() === '' ? value : 'Hallo'))
  return ORACLES.filter(oracle => shapeOf(oracle, real) !== shapeOf(oracle, calm)).map(
    oracle => `note ${at} of shard ${shard} under ${oracle.name}`,
  )
})

const all = messages.flatMap(fieldsOf)
const encoded = [...new Set(all.map(field => inert(plain(field)) as string))]
const control = [
  ...new Set(
    messages
      .slice(0, 150)
      .flatMap(fieldsOf)
      .map(field => plain(field) as string),
  ),
].filter(Boolean)

const report = {
  messages: messages.length,
  fields: all.length,
  distinct: encoded.length,
  notes: notes.length,
  active: active(encoded, HARMLESS),
  badNotes,
  control: { of: control.length, active: new Set(active(control, 'Hallo').map(({ field }) => field)).size },
}
parentPort?.postMessage(report, [])
