// `twin check`: parses twin.toml and policy.toml, prints them back as understood, and tells what reads nothing or looks odd.
// Relies on configuration.ts for the reading and remarks.ts for the judging.
import type { Command } from 'commander'
import { stringify } from 'smol-toml'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Line, type Run, type Session } from '../answer.ts'
import { readConfiguration } from '../../files/configuration.ts'
import { contradictions, remarks } from '../remarks.ts'
import { subcommand } from '../subcommand.ts'

export function check(parent: Command, run: Run): void {
  subcommand(parent, 'check', {
    summary: 'parse twin.toml and policy.toml and print them back as understood',
    example: ['twin check', 'twin check --json'],
  }).action((_options: unknown, command: Command) => run(command, async session => printBack(session)))
}

function printBack(session: Session): Result<Answer> {
  const { paths } = session
  const configuration = readConfiguration(paths)
  if (!configuration.ok) return configuration
  const { config, policy } = configuration.value
  const [problem] = contradictions(configuration.value)
  if (problem !== undefined) return contradictory(problem)
  const notes = remarks(configuration.value, session)
  return done({
    json: { files: { twin: paths.twinToml, policy: paths.policyToml }, twin: config, policy, notes },
    lines: [
      ...asUnderstood(paths.twinToml, stringify(config)),
      [''],
      ...asUnderstood(paths.policyToml, stringify(policy)),
      ...notes.map((note): Line => [styled('heading', 'note: '), note]),
    ],
  })
}

function asUnderstood(path: string, toml: string): Line[] {
  return [[styled('dim', `# ${path}, as understood`)], ...toml.split('\n').map((line): Line => [line])]
}

const contradictory = (problem: string) =>
  refused('config', {
    is: problem,
    wanted: 'names that twin.toml declares',
    fix: 'correct twin.toml, then run "twin check"',
  })
