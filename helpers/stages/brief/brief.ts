// The brief stage: joins what was scored with where it came from, by handle, and writes the note and the object behind it.
// Relies on compose.ts for both; the files are its only edge.
import { Facts } from '../../../protocol/brief.ts'
import { Routing } from '../../../protocol/envelope.ts'
import { FACTS_BYTES } from '../../../protocol/limits.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { Score } from '../../../protocol/score.ts'
import { endOf } from '../../../protocol/stage.ts'
import type { Serve } from '../../confined.ts'
import { readRecord, readShape, readView, writeOutput } from '../../view.ts'
import { compose } from './compose.ts'
import type { Joined } from './items.ts'

type Ports = Readonly<Record<string, string>>

export const serveBrief: Serve = start => {
  const { note } = start.outputs
  const { facts: factsDir } = start.inputs
  if (!note || !factsDir) return endOf(misused)
  const facts = readShape(Facts, { dir: factsDir, name: 'facts.json', what: 'facts', cap: FACTS_BYTES })
  if (!facts.ok) return endOf(facts)
  const messages = joined(start.inputs)
  if (!messages.ok) return endOf(messages)
  const made = compose(facts.value, messages.value)
  writeOutput(note, 'note.md', made.note)
  writeOutput(note, 'brief.json', encodeLine({ items: made.items, coverage: made.coverage }))
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

const misused = refused('wrong-shape', {
  is: 'the brief stage was started without its ports',
  wanted: 'inputs mail, manifest, routing, accepted and facts, and output note',
  fix: 'report this: twind and the stage are of different versions',
})
const unrouted = refused('wrong-shape', {
  is: 'a message of the view has no routing record',
  wanted: 'one for every handle of the manifest',
  fix: 'run the brief again',
})
