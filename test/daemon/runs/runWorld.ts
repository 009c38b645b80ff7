// Runs over mail that a test wrote, with stages that a test performs: the real check, views, reports and output files around a store and
// a PerformStep that are not. Relies on fakeRun.ts for both.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadStages } from '../../../daemon/runs/loadStages.ts'
import { openRuns, type RunsOptions, type RunWorld } from '../../../daemon/runs/openRuns.ts'
import type { Runs } from '../../../daemon/runs/runs.ts'
import type { FoundMail } from '../../../daemon/store/store.ts'
import type { RunSpool, RunSpoolCounts } from '../../../daemon/applier/runSpool.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import type { RunReport } from '../../../protocol/runReport.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { storeMail } from '../views/mailCache.ts'
import { fakeStore, performWith } from './fakeRun.ts'

/** Stages whose records a test can tell apart: `read` takes mail, `note` takes what an earlier step made, `act` may propose. */
const STAGES: Readonly<Record<string, string>> = {
  read: `per: message
inputs:
  mail: { keyed: true, format: message }
outputs:
  records: { keyed: true, format: record, schema: { type: object, properties: { text: { type: string, maxLength: 80 } } } }
capabilities: []
`,
  act: `per: message
inputs:
  records: { keyed: true, format: record }
outputs:
  records: { keyed: true, format: record, schema: in.records }
capabilities: [spool]
`,
  overview: `per: set
inputs:
  mail: { keyed: true, format: message }
  manifest: { keyed: false, format: manifest }
outputs:
  records: { keyed: true, format: record, schema: { type: object, properties: { text: { type: string, maxLength: 80 } } } }
capabilities: [bulk-read]
`,
}
/** A folder of them, as the build leaves stages. */
export function stagesOf(): string {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(STAGES)) {
    const head = `stage: ${name}\nversion: 1\nsummary: a stage of a test\nexec: ${name}.cjs\n`
    writeFileSync(join(folder, `${name}.stage.yaml`), head + text)
    writeFileSync(join(folder, `${name}.cjs`), '')
  }
  return folder
}

/** The value of what cannot be refused here. Throws Error with what was refused. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`Cannot go on: ${result.refusal.is}; wanted: ${result.refusal.wanted}`)
}

export const NOW = Date.parse('2026-11-30T12:00:00Z')
/** Two steps over envelope and body, the second of which proposes. */
export const RUN = `run: { name: receipts, backend: home, when: manual }
view: { query: 'collection:INBOX', limit: 10 }
pipeline:
  - uses: read@1
    in: { mail: { from: view, project: [envelope, body] } }
  - uses: act@1
    in: { records: { from: read.records } }
    spool: true
apply: { auto: [], deny: [expunge], rate: 20/h }
`

const COUNTS: RunSpoolCounts = { applied: 0, pending: 1, refused: 0, stuck: 0, rejected: 0, reasons: [] }
export interface RunSite {
  readonly folder: string
  readonly runs: Runs
  /** Writes a run into the folder of runs and gives its path. */
  readonly write: (name: string, text: string) => string
  readonly start: (
    file: string,
    more?: { message?: string; signal?: AbortSignal },
  ) => Promise<Result<RunReport>>
  readonly world: RunWorld
  /** What was performed: "read h_…". */
  readonly performed: string[]
  readonly handed: RunSpool[]
  /** The folder of the only run, or of the newest of this name. */
  readonly runFolder: (name?: string) => string
}
export interface RunSiteOptions {
  readonly folder?: string
  readonly mails?: readonly FoundMail[]
  readonly toml?: string
  /** Before each message of each step; what it throws or resolves to is what happens there. */
  readonly before?: (step: string, handle: Handle) => Promise<void> | void
  readonly options?: RunsOptions
  readonly now?: () => number
}

/** Mail that a site has unless told. */
export const mailsIn = (folder: string, count = 3): FoundMail[] =>
  Array.from({ length: count }, (_, at) =>
    storeMail(folder, at, { subject: `Subject ${at}`, body: `text ${at}` }),
  )

export function runSite(given: RunSiteOptions = {}): RunSite {
  const folder = given.folder ?? temporaryFolder()
  const paths = pathsOf({ TWIN_HOME: join(folder, 'home') })
  mkdirSync(paths.runFiles, { recursive: true })
  mkdirSync(paths.state, { recursive: true, mode: 0o700 })
  mkdirSync(join(folder, 'Mail'), { recursive: true })
  mkdirSync(join(folder, 'Documents'), { recursive: true })
  const mails = given.mails ?? mailsIn(join(folder, 'cache'))
  const performed: string[] = []
  const handed: RunSpool[] = []
  const toml = `[accounts.home]\nadapter = "maildir"\npath = "${folder}/Mail"\n${given.toml ?? ''}`
  const inForce = {
    config: valueOf(parseConfig(toml)),
    policy: valueOf(parsePolicy('[capabilities]\n"mail.read" = "auto"\n')),
    version: '',
    problem: null,
  }
  const world = {
    paths,
    home: folder,
    now: given.now ?? (() => NOW),
    log: (line: string) => void logged.push(line),
    configuration: () => inForce,
    resident: false,
    store: fakeStore(mails),
  } as unknown as RunWorld
  const logged: string[] = []
  const stages = valueOf(loadStages(stagesOf()))
  const runs = openRuns(() => world, {
    perform: performWith({ performed, before: given.before }),
    ingest: async asked => {
      handed.push(asked)
      return done(COUNTS)
    },
    stages: () => done(stages),
    zone: () => 'UTC',
    ...given.options,
  })
  onTestFinished(() => runs.stop())
  return {
    folder,
    runs,
    world,
    performed,
    handed,
    write: (name, text) => {
      const path = join(paths.runFiles, `${name}.yaml`)
      writeFileSync(path, text)
      return path
    },
    start: (file, { message, signal } = {}) =>
      runs.run(
        { file, message: message ?? null },
        { signal: signal ?? new AbortController().signal, progress: () => undefined },
      ),
    runFolder: (name = 'receipts') => {
      const found = readdirSync(paths.runs).filter(one => one.startsWith(`${name}.`))
      const newest = found.toSorted().at(-1)
      if (newest === undefined) throw new Error(`Cannot test: no run ${name}`)
      return join(paths.runs, newest)
    },
  }
}
