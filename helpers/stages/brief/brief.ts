// The brief stage: joins what was scored with where it came from, by handle, and writes the note and the object behind it.
// Relies on compose.ts for both; the files are its only edge.
import { Facts } from '../../../protocol/brief.ts'
import { Routing } from '../../../protocol/envelope.ts'
import { parseHandle } from '../../../protocol/handle.ts'
import { ItemRecord } from '../../../protocol/jobItem.ts'
import { FACTS_BYTES } from '../../../protocol/limits.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { Score } from '../../../protocol/score.ts'
import { endOf } from '../../../protocol/stage.ts'
import type { Serve } from '../../confined.ts'
import { readRecord, readShape, readView, writeOutput } from '../../view.ts'
import { compose } from './compose.ts'
import type { Joined } from './items.ts'
import type { JoinedItem } from './sections.ts'

type Ports = Readonly<Record<string, string>>

export const serveBrief: Serve = start => {
  const { note } = start.outputs
  const { facts: factsDir } = start.inputs
  if (!note || !factsDir) return endOf(misused)
  const facts = readShape(Facts, { dir: factsDir, name: 'facts.json', what: 'facts', cap: FACTS_BYTES })
  if (!facts.ok) return endOf(facts)
  const messages = joined(start.inputs)
  if (!messages.ok) return endOf(messages)
  const items = joinedItems(start.inputs, facts.value)
  if (!items.ok) return endOf(items)
  const made = compose(facts.value, messages.value, items.value)
  writeOutput(note, 'note.md', made.note)
  const { items: listed, sections, coverage } = made
  writeOutput(note, 'brief.json', encodeLine({ items: listed, sections, coverage }))
  return endOf(done(null))
}

/** Every message of the view with its routing, and its score where filter kept it. */
function joined({ mail, manifest, routing, accepted }: Ports): Result<Joined[]> {
  if (!mail || !manifest || !routing || !accepted) return misused
  const view = readView(mail, manifest)
  if (!view.ok) return view
  const messages: Joined[] = []
  for (const { handle, envelope } of view.value) {
    const route = readRecord(routing, handle, Routing)
    if (!route.ok) return route
    if (!route.value) return unrouted
    const score = readRecord(accepted, handle, Score)
    if (!score.ok) return score
    messages.push({ handle, envelope, routing: route.value, score: score.value })
  }
  return done(messages)
}

/** Every item that the facts name, with its score. */
function joinedItems({ items, accepted }: Ports, { jobs }: Facts): Result<JoinedItem[]> {
  if (!items || !accepted) return misused
  const found: JoinedItem[] = []
  for (const name of jobs.flatMap(({ handles }) => handles)) {
    const handle = parseHandle(name)
    if (!handle) return unrouted
    const record = readRecord(items, handle, ItemRecord)
    if (!record.ok) return record
    const score = readRecord(accepted, handle, Score)
    if (!score.ok) return score
    if (!record.value || !score.value) return unrouted
    found.push({ handle, record: record.value, score: score.value })
  }
  return done(found)
}

const misused = refused('wrong-shape', {
  is: 'the brief stage was started without its ports',
  wanted: 'inputs mail, manifest, routing, accepted, items and facts, and output note',
  fix: 'report this: twind and the stage are of different versions',
})
const unrouted = refused('wrong-shape', {
  is: 'a message of the view, or an item of a job, has no record of its own',
  wanted: 'one for every handle of the manifest and of the facts',
  fix: 'run the brief again',
})
