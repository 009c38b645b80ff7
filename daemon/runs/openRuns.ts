// The runs of one world: started, gone on with, listed, and what a crash left of them tidied. One run of a name at a time. Nothing is
// opened before it is asked for: the world is put together around this. Relies on the instance lock: nobody else has these folders.
import { join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import { ingestRunSpool } from '../applier/ingestRunSpool.ts'
import { ownTimeZone } from '../localTime.ts'
import { performStep } from '../stages/performStep.ts'
import { type Removing, removeLater } from '../views/removeLater.ts'
import type { World } from '../world.ts'
import { checkRun } from './checkRun.ts'
import { loadStages } from './loadStages.ts'
import { prepareRun } from './prepareRun.ts'
import { runFiles } from './runFiles.ts'
import { findRun, listRunIds, readReport } from './runFolder.ts'
import { startRun } from './startRun.ts'
import { resumeRun } from './resumeRun.ts'
import type { RunParts } from './runParts.ts'
import type { RunFiles, Runs } from './runs.ts'
import { sweepRunFolders } from './sweepRunFolders.ts'

/** What a run needs of a world. */
export type RunWorld = Pick<
  World,
  'paths' | 'home' | 'now' | 'log' | 'configuration' | 'spool' | 'store' | 'resident'
>
/** What a test puts in place of the doing. */
export type RunsOptions = Partial<Pick<RunParts, 'perform' | 'ingest' | 'stages' | 'check' | 'zone'>>

interface Core {
  readonly parts: RunParts
  /** The id of what runs, by the name of the run. */
  readonly active: Map<string, string>
  readonly removing: Removing
  readonly files: () => RunFiles
}

/** `worldOf`: the world that these runs are part of, once it is there. */
export function openRuns(worldOf: () => RunWorld, options: RunsOptions = {}): Runs {
  let opened: Core | undefined
  const core = () => (opened ??= open(worldOf(), options))
  return {
    run: (asked, io) => startRun({ ...core(), tidy: () => sweep(core()) }, asked, io),
    resume: (id, io) => resumeRun({ ...core(), tidy: () => sweep(core()) }, id, io),
    check: file => prepareRun(core().parts, file, core().parts.now()),
    list: () => listed(core()),
    show: id => {
      const folder = findRun(core().parts.paths.runs, id)
      return folder.ok ? readReport(folder.value) : folder
    },
    files: () => core().files(),
    sweep: () => sweep(core()),
    stop: async () => opened?.removing.settle(worldOf().resident ? 'now' : 'whole'),
  }
}

function open(world: RunWorld, options: RunsOptions): Core {
  const { paths, home, now, log, configuration, store } = world
  const removing = removeLater(paths.runs, log)
  const parts: RunParts = {
    paths,
    home,
    now,
    log,
    configuration,
    store,
    removing,
    perform: options.perform ?? performStep,
    ingest: options.ingest ?? ((asked, io) => ingestRunSpool(world, asked, io)),
    stages: options.stages ?? builtStages(),
    check: options.check ?? checkRun,
    zone: options.zone ?? ownTimeZone,
  }
  const files = runFiles({
    folder: paths.runFiles,
    prepare: path => prepareRun(parts, path, now()),
    context: () => configuration().config,
  })
  return { parts, active: new Map(), removing, files }
}

/** Read once: a build that changes them is another twin. */
function builtStages(): RunParts['stages'] {
  let loaded: ReturnType<RunParts['stages']> | undefined
  return () => (loaded = loaded?.ok === true ? loaded : loadStages(join(packageRoot, 'dist')))
}

function sweep({ parts, active, removing }: Core): Result<void> {
  const left = removing.sweep()
  const swept = sweepRunFolders({
    runs: parts.paths.runs,
    active: new Set(active.values()),
    now: Math.floor(parts.now() / 1_000),
    removing,
  })
  return left.ok ? swept : left
}

/** A report that cannot be read is left out: its folder is told of when somebody asks for it. */
function listed({ parts }: Core): Result<readonly RunReport[]> {
  const ids = listRunIds(parts.paths.runs)
  if (!ids.ok) return ids
  const reports = ids.value.map(id => readReport(join(parts.paths.runs, id)))
  return done(reports.flatMap(report => (report.ok ? [report.value] : [])))
}
