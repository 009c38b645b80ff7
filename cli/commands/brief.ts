// `twin brief`: makes the brief of a window and prints where the note is, or with --dry-run what it would say. Relies on
// daemon/makeBrief.ts for everything but the printing.
import { Option, type Command } from 'commander'
import { makeBrief, type MadeBrief } from '../../daemon/makeBrief.ts'
import type { Config } from '../../protocol/config.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Line, type Run, type Session } from '../answer.ts'
import { readScope } from '../../files/configuration.ts'
import { since } from '../since.ts'
import { subcommand } from '../subcommand.ts'

interface Options {
  readonly since?: string
  readonly engine?: Config['ranker']['engine']
  readonly dryRun?: boolean
}

export function brief(parent: Command, run: Run): void {
  subcommand(parent, 'brief', {
    summary: 'write the brief: what is new, ranked on this machine, as a note in your vault',
    example: ['twin brief', 'twin brief --since 12h --engine rules --dry-run', 'twin brief --json'],
  })
    .option('--since <when>', 'a duration (90m, 24h, 7d) or an ISO 8601 date; default: brief.window')
    .addOption(
      new Option('--engine <engine>', 'what ranks; default: ranker.engine').choices([
        'auto',
        'ollama',
        'rules',
      ]),
    )
    .option('--dry-run', 'print the brief and leave the vault alone')
    .action((options: Options, command: Command) => run(command, session => make(session, options)))
}

async function make(session: Session, options: Options): Promise<Result<Answer>> {
  const from = options.since === undefined ? undefined : since(options.since, session.now())
  if (from?.ok === false) return from
  const config = readScope(session.paths)
  if (!config.ok) return config
  const made = await makeBrief({
    config: config.value,
    paths: session.paths,
    home: session.home,
    dryRun: options.dryRun === true,
    now: session.now,
    onProgress: session.progress,
    signal: session.signal,
    ...(from ? { since: from.value } : {}),
    ...(options.engine ? { engine: options.engine } : {}),
  })
  if (!made.ok) return made
  return done({ json: made.value.brief, lines: options.dryRun ? noteLines(made.value) : summary(made.value) })
}

/** The note's block, line by line. */
export function noteLines({ text }: MadeBrief): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map(line => (line.startsWith('#') ? [styled('heading', line)] : [line]))
}

/** The note's own first sentence, so that terminal and note say the same, and where the note is. */
function summary({ brief: { note, coverage }, text }: MadeBrief): Line[] {
  const first = text.split('\n').find(line => line !== '' && !/^(?:#|<!--)/.test(line))
  return [
    [styled('good', first ?? '')],
    ['note: ', styled('heading', note ?? 'none')],
    ...coverage.notes.map((sentence): Line => [`      ${sentence}`]),
  ]
}
