// Runs the brief stage and takes its two files: the note's block and the object behind it, both read as if an enemy had
// written them. Relies on checkBrief.ts for the object; the block may hold anything but twin's markers and controls.
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { readCapped } from '../../files/readCapped.ts'
import { BRIEF_BYTES, NOTE_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { BriefOutput, checkBrief, type Given } from './checkBrief.ts'
import { holdsMarker } from './mergeNote.ts'
import { type Site, startStage } from './stage.ts'
import { makeOutput, type View, writeRecords } from './view.ts'

export interface BriefText extends BriefOutput {
  /** The block between twin's markers. */
  readonly block: string
}

/** Controls other than the newline: no renderer of the note needs one, and a terminal obeys some. */
const CONTROL = /[^\P{Cc}\n]/u

/** The brief of what `given` holds. `run`: the run's folder; `view`: all messages. */
export async function composeBrief(
  site: Site,
  run: { readonly folder: string; readonly view: View },
  given: Given,
): Promise<Result<BriefText>> {
  const routing = given.messages.map(message => [message.handle, message.routing] as const)
  const items = given.items.map(item => [item.handle, item.record] as const)
  const scores = [...given.messages, ...given.items].flatMap(({ handle }) => {
    const score = given.scores.get(handle)
    return score ? [[handle, score] as const] : []
  })
  const facts = makeOutput(run.folder, 'facts')
  writeFileSync(join(facts, 'facts.json'), encodeLine(given.facts), { flag: 'wx', mode: 0o444 })
  const note = makeOutput(run.folder, 'note')
  const ended = await startStage(site, {
    stage: 'brief',
    inputs: {
      ...run.view,
      routing: writeRecords(run.folder, 'routing', routing),
      accepted: writeRecords(run.folder, 'accepted', scores),
      items: writeRecords(run.folder, 'items', items),
      facts,
    },
    outputs: { note },
    config: null,
  })
  if (!ended.ok) return ended
  return ended.value.type === 'done' ? readBrief(note, given) : unfit('is not finished')
}

function readBrief(folder: string, given: Given): Result<BriefText> {
  const note = readCapped(join(folder, 'note.md'), NOTE_BYTES)
  if (!note.ok) return unfit(`has no readable note (${note.problem})`)
  if (note.text.trim() === '' || CONTROL.test(note.text))
    return unfit('has a note that is empty or holds controls')
  if (holdsMarker(note.text)) return unfit("has one of twin's markers in the note")
  const read = readCapped(join(folder, 'brief.json'), BRIEF_BYTES)
  if (!read.ok) return unfit(`has no readable object (${read.problem})`)
  const parsed = parseJson(read.text)
  const output = parsed.ok ? BriefOutput.safeParse(parsed.value) : undefined
  if (!output?.success) return unfit('has an object of another shape')
  const problem = checkBrief(output.data, given)
  return problem ? unfit(problem) : done({ ...output.data, block: note.text })
}

const unfit = (is: string) =>
  refused('wrong-shape', {
    is: `what the brief stage wrote ${is}`,
    wanted: 'the note and the object of this run',
    fix: 'run the same command again',
  })
