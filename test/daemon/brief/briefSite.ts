// A home for one test of a whole brief: configuration, state, vault, and what the mail helper will answer.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { type BriefOptions, makeBrief } from '../../../daemon/brief/makeBrief.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Monday 30 November 2026, 05:25 in UTC, in milliseconds. */
export const MORNING = Date.UTC(2026, 10, 30, 5, 25)
export const NOTE = '2026-11-30 mail.md'

interface SiteOptions {
  readonly dist: string
  /** What state/mail/canned.json tells the stand-in for the mail helper. */
  readonly canned?: object
  readonly home?: string
  readonly mail?: object
  readonly ranker?: object
  readonly brief?: object
  readonly now?: () => number
}

/** `home`: TWIN_HOME, with vault/ in it as [brief] folder. */
export function briefSite({ dist, canned, mail, ranker, brief, ...given }: SiteOptions) {
  const { home = temporaryFolder(), now = () => MORNING } = given
  const paths = pathsOf({ TWIN_HOME: home })
  const vault = join(home, 'vault')
  mkdirSync(paths.mail, { recursive: true, mode: 0o700 })
  if (canned) writeFileSync(join(paths.mail, 'canned.json'), JSON.stringify(canned))
  const toml = stringify({
    mail: { store: join(home, 'Mail'), accounts_db: join(home, 'Accounts4.sqlite'), ...mail },
    ranker: { engine: 'rules', ...ranker },
    brief: { folder: vault, ...brief },
  })
  writeFileSync(paths.twinToml, toml)
  const config = parseConfig(toml)
  if (!config.ok) throw new Error(config.refusal.is)
  const steps: string[] = []
  const told: [number, number][] = []
  const options: BriefOptions = {
    config: config.value,
    paths,
    home,
    dryRun: false,
    now,
    onProgress: (done, total) => void told.push([done, total]),
    log: step => void steps.push(step),
    dist,
  }
  return {
    home,
    paths,
    vault,
    options,
    steps,
    told,
    make: (more: Partial<BriefOptions> = {}) => makeBrief({ ...options, ...more }),
    note: (name = NOTE) =>
      existsSync(join(vault, name)) ? readFileSync(join(vault, name), 'utf8') : undefined,
    runs: () => (existsSync(paths.runs) ? readdirSync(paths.runs) : []),
    /** What is left in the state's folders that a brief should not leave. */
    residue: () => [
      ...readdirSync(paths.mail).filter(name => !['canned.json', 'starts', 'seen.json'].includes(name)),
      ...(existsSync(join(paths.state, 'lock')) ? readdirSync(join(paths.state, 'lock')) : []),
    ],
  }
}

/** Ids of living processes that were started with `text` in their arguments. Linux. */
export const processesWith = (text: string): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(name => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
