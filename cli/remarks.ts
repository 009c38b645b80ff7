// What is allowed in a configuration and still worth a sentence: what reads nothing, what is not there, what has no effect.
// Looks at names on disk only (never into Mail's folder). Relies on stat(2).
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errnoOf } from '../files/errnoOf.ts'
import { accountRemarks } from '../daemon/store/accountPlace.ts'
import { jobRemarks } from '../daemon/jobs/jobRemarks.ts'
import { runRemarks } from '../daemon/runs/runRemarks.ts'
import { workspaceRemarks } from '../daemon/gate/workspaces.ts'
import { expand } from '../protocol/paths.ts'
import type { Session } from './answer.ts'
import type { Configuration } from '../files/configuration.ts'
import { policyRemarks } from './policyRemarks.ts'

type Kind = 'folder' | 'file'

/** Sentences without a full stop, the gravest first. `home`: for `~/`. */
export function remarks(
  { config, policy }: Configuration,
  { paths, home }: Pick<Session, 'paths' | 'home'>,
): string[] {
  const { mail, ranker, brief, schedule } = config
  const both = mail.accounts.filter(entry => mail.exclude.some(other => alike(other, entry)))
  // Whoever has accounts of their own tables alone need no store of Apple's.
  const isWithoutStore = mail.accounts.length === 0 && Object.keys(config.accounts).length > 0
  return [
    ...when(
      mail.accounts.length === 0 && Object.keys(config.accounts).length === 0,
      'mail.accounts is empty: twin reads nothing until you name an account',
    ),
    ...[paths.config, paths.twinToml, paths.policyToml].flatMap(openToOthers),
    ...both.map(
      entry =>
        `mail.accounts and mail.exclude both hold ${JSON.stringify(entry)}: exclude wins, it is not read`,
    ),
    ...(isWithoutStore ? [] : missing('mail.store', expand(mail.store, home), 'folder')),
    ...(isWithoutStore ? [] : missing('mail.accounts_db', expand(mail.accounts_db, home), 'file')),
    ...vault(expand(brief.folder, home)),
    ...when(
      /[:-]cloud$/.test(ranker.model),
      'ranker.model looks like a model that Ollama forwards to another machine: such a model is refused',
    ),
    ...when(ranker.threshold === 0, 'ranker.threshold is 0: the brief lists whatever was scored'),
    ...when(!brief.file.includes('{date}'), 'brief.file has no {date}: every day writes the same note'),
    ...when(
      new Set(schedule.mail).size < schedule.mail.length,
      'schedule.mail names a time twice: once is enough',
    ),
    ...policyRemarks({ config, policy }),
    ...workspaceRemarks(config)
      .filter(({ severity }) => severity === 'warning')
      .map(({ text }) => text),
    ...remarksBeside({ config, policy }, { paths, home }),
  ]
}

/** On what stands beside Mail's own store: accounts, jobs and runs. */
const remarksBeside = (
  { config, policy }: Configuration,
  { paths, home }: Pick<Session, 'paths' | 'home'>,
): string[] => [
  ...Object.entries(config.accounts).flatMap(([name, { path }]) =>
    missing(`accounts.${name}.path`, expand(path, home), 'folder'),
  ),
  ...accountRemarks(config, { paths, home }),
  ...jobRemarks(config, paths, home),
  ...runRemarks({ config, policy }, paths, home),
]

/** What makes the files no configuration at all, though each of them can be read. */
export const contradictions = ({ config }: Configuration): string[] =>
  workspaceRemarks(config)
    .filter(({ severity }) => severity === 'error')
    .map(({ text }) => text)

const when = (condition: boolean, sentence: string): string[] => (condition ? [sentence] : [])
const alike = (one: string, other: string) =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()

/** Who may write the configuration decides whose mail is read. */
function openToOthers(path: string): string[] {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return when((mode & 0o022) !== 0, `other users may change ${JSON.stringify(path)}: run "chmod go-w" on it`)
}

function missing(key: string, path: string, kind: Kind): string[] {
  const quoted = JSON.stringify(path)
  try {
    const stat = statSync(path)
    return when(kind === 'folder' ? !stat.isDirectory() : !stat.isFile(), `${key} is no ${kind}: ${quoted}`)
  } catch (error) {
    const code = errnoOf(error)
    if (code === undefined) throw error
    return when(code === 'ENOENT' || code === 'ENOTDIR', `${key} does not exist: ${quoted}`)
  }
}

/** twin makes the last part of the vault's path and no more. */
function vault(path: string): string[] {
  const [problem] = missing('brief.folder', path, 'folder')
  if (problem === undefined) return []
  const above = missing('the folder above brief.folder', dirname(path), 'folder')
  return [above.length === 0 && problem.includes('does not exist') ? `${problem}: twin makes it` : problem]
}
