// `twin demo`: the brief of a generated mailbox, made by the same processes as a real one: the confined mail helper, the filter,
// Ollama or the rules, the note. Relies on demoFolder.ts for the folder and on makeDemo.ts for the brief.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { MadeBrief } from '../../daemon/makeBrief.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Run, type Session } from '../answer.ts'
import { demoFolder } from '../demoFolder.ts'
import { loadEngine } from '../loadEngine.ts'
import { subcommand } from '../subcommand.ts'
import { noteLines } from '../views/brief.ts'

interface Options {
  readonly keep?: string
}

export function demo(parent: Command, run: Run): void {
  subcommand(parent, 'demo', {
    summary: 'make a brief of a generated mailbox, in a folder of its own, and print it',
    example: ['twin demo', 'twin demo --keep ~/twin-demo --json'],
  })
    .option('--keep <dir>', 'the folder to use and keep: an empty one, or an earlier demo')
    .action((options: Options, command: Command) => run(command, session => demonstrate(session, options)))
}

async function demonstrate(session: Session, options: Options): Promise<Result<Answer>> {
  const folder = demoFolder(options.keep === undefined ? undefined : resolve(options.keep))
  if (!folder.ok) return folder
  let shown = false
  try {
    const { makeDemo } = await loadEngine()
    const made = await makeDemo(folder.value, session)
    shown = made.ok
    return made.ok ? done(answer(folder.value, made.value)) : made
  } finally {
    if (!shown && options.keep === undefined) rmSync(folder.value, { recursive: true, force: true })
  }
}

function answer(folder: string, made: MadeBrief): Answer {
  return {
    json: { folder, brief: made.brief },
    lines: [
      ...noteLines(made.text),
      [''],
      ['The mailbox is generated; the processes, their confinement and the ranking are the real ones.'],
      ['note: ', styled('heading', made.brief.note ?? 'none')],
      [`Everything of this demo lies in ${folder}: remove it when you have seen it.`],
    ],
  }
}
