// What `twin demo` does: a folder of its own, the brief of a generated mailbox, and where both are. Relies on demoFolder.ts for the
// folder and on makeDemo.ts for the brief.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { MadeBrief } from '../daemon/brief/makeBrief.ts'
import { done, type Result } from '../protocol/refusal.ts'
import { styled, type Answer, type Session } from './answer.ts'
import { demoFolder } from './demoFolder.ts'
import { loadEngine } from './loadEngine.ts'
import { briefLines } from './views/briefLines.ts'

/** `keep`: the folder to use and keep, an empty one or that of an earlier demo. */
export async function demonstrate(
  session: Session,
  { keep }: { readonly keep?: string },
): Promise<Result<Answer>> {
  const folder = demoFolder(keep === undefined ? undefined : resolve(keep))
  if (!folder.ok) return folder
  let shown = false
  try {
    const makeDemo = await loadEngine().loadDemo()
    const made = await makeDemo(folder.value, session)
    shown = made.ok
    return made.ok ? done(answer(folder.value, made.value, session.columns)) : made
  } finally {
    if (!shown && keep === undefined) rmSync(folder.value, { recursive: true, force: true })
  }
}

function answer(folder: string, made: MadeBrief, columns: number): Answer {
  return {
    json: { folder, brief: made.brief },
    lines: [
      ...briefLines(made.text, columns),
      [''],
      ['The mailbox is generated; the processes, their confinement and the ranking are the real ones.'],
      ['note: ', styled('heading', made.brief.note ?? 'none')],
      [`Everything of this demo lies in ${folder}: remove it when you have seen it.`],
    ],
  }
}
