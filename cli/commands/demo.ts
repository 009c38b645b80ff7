// `twin demo`: the brief of a generated mailbox, made by the same processes as a real one: the confined mail helper, the filter,
// Ollama or the rules, the note. Relies on demoFolder.ts for the folder and on demo/ for the mail in it.
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { makeBrief, type MadeBrief } from '../../daemon/makeBrief.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Run, type Session } from '../answer.ts'
import { readScope } from '../../files/configuration.ts'
import { configureDemo, demoFolder } from '../demoFolder.ts'
import { subcommand } from '../subcommand.ts'
import { noteLines } from './brief.ts'

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
    const made = await briefOf(folder.value, session)
    shown = made.ok
    return made.ok ? done(answer(folder.value, made.value)) : made
  } finally {
    if (!shown && options.keep === undefined) rmSync(folder.value, { recursive: true, force: true })
  }
}

/** Builds the store, then does what `twin brief` does, with the demo's own files as configuration. */
async function briefOf(folder: string, session: Session): Promise<Result<MadeBrief>> {
  const { buildStore } = await import('../../demo/buildStore.ts')
  const { demoMailbox, demoScope } = await import('../../demo/mailbox.ts')
  buildStore(folder, demoMailbox(Math.floor(session.now() / 1000)))
  const paths = configureDemo(folder, demoScope)
  const config = readScope(paths)
  if (!config.ok) return config
  return makeBrief({
    config: config.value,
    paths,
    home: session.home,
    engine: 'auto',
    dryRun: false,
    now: session.now,
    onProgress: session.progress,
    signal: session.signal,
  })
}

function answer(folder: string, made: MadeBrief): Answer {
  return {
    json: { folder, brief: made.brief },
    lines: [
      ...noteLines(made),
      [''],
      ['The mailbox is generated; the processes, their confinement and the ranking are the real ones.'],
      ['note: ', styled('heading', made.brief.note ?? 'none')],
      [`Everything of this demo lies in ${folder}: remove it when you have seen it.`],
    ],
  }
}
