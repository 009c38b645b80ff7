// `twin ui`: opens the local page and prints its one-time link. Relies on twind, which serves the page; this process starts no
// browser.
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { done, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Run, type Session } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

export function ui(parent: Command, run: Run): void {
  subcommand(parent, 'ui', {
    summary: 'open the local page and print its one-time link',
    example: ['twin ui', 'twin ui --json'],
  }).action((_options: unknown, command: Command) => run(command, open))
}

const Opened = z.strictObject({ link: z.string(), expires: z.int() })

async function open(session: Session): Promise<Result<Answer>> {
  const answer = await session.call('ui.open', {}, true)
  if (!answer.ok) return answer
  const { link, expires } = Opened.parse(answer.value.outcome === 'done' ? answer.value.output : undefined)
  return done({
    json: { link, expires },
    lines: [
      [styled('heading', link)],
      ['Open it in your browser within a minute; it is good once. The page ends after 15 idle minutes.'],
    ],
  })
}
