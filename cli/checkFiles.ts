// Both files as understood, printed back, and what reads nothing or looks odd in them. Relies on configuration.ts for the reading and
// remarks.ts for the judging.
import { stringify } from 'smol-toml'
import { readConfiguration } from '../files/configuration.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { styled, type Answer, type Line, type Session } from './answer.ts'
import { contradictions, remarks } from './remarks.ts'

/** What `twin check` says. */
export function checkFiles(session: Session): Result<Answer> {
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
