// Opens everything that twind, or one call in its place, is made of, in the order in which one part needs another, and closes it
// again. Relies on the instance lock being held: nobody else has these files open.
import type { Paths } from '../protocol/paths.ts'
import { done, type Result } from '../protocol/refusal.ts'
import type { OpenAdapter } from './adapters/adapters.ts'
import { adapterOpener } from './adapters/openAdapter.ts'
import { openAudit } from './audit/openAudit.ts'
import { openDatabase } from './database.ts'
import { openExposure } from './exposure.ts'
import { openGate } from './gate/gate.ts'
import { openJobs } from './jobs/openJobs.ts'
import { registry } from './operations/registry.ts'
import { openPlugins } from './plugins/openPlugins.ts'
import { openRuns } from './runs/openRuns.ts'
import { openSpool } from './spool/openSpool.ts'
import { worldStore } from './store/worldStore.ts'
import type { Audit, Exposure, Plugins, Spool, World } from './world.ts'

/**
 * `openPage`, `doors`: what twind alone has. `signal`: aborted when this process is told to end. `onFiled`: a proposal came to
 * wait, or was decided: when the spool has something to do has changed.
 */
export interface WorldParts extends Pick<
  World,
  'now' | 'home' | 'resident' | 'configuration' | 'log' | 'doors'
> {
  readonly paths: Paths
  readonly signal: AbortSignal
  readonly onFiled: () => void
  readonly openPage: ((world: World) => ReturnType<NonNullable<World['openPage']>>) | null
}
export interface OpenedWorld {
  readonly world: World
  /** Once nothing runs any more: lets go of every file. */
  readonly close: () => void
}

/** Refused with the first part that cannot be opened; what was opened before it is closed again. */
export function openWorld(parts: WorldParts): Result<OpenedWorld> {
  const { paths, now } = parts
  const database = openDatabase(paths.database)
  if (!database.ok) return database
  const audit = openAudit(paths.audit, now)
  // One for all: an account has one session at a time.
  const openAdapter = adapterOpener(parts)
  const store = worldStore({ ...parts, openAdapter })
  const close = () => {
    store.close()
    if (audit.ok) audit.value.close()
    database.value.close()
  }
  const files = { database: database.value, store, openAdapter }
  const composed = audit.ok ? compose(parts, { ...files, audit: audit.value }) : audit
  if (composed.ok) return done({ world: composed.value, close })
  close()
  return composed
}

interface Files {
  readonly database: World['database']
  readonly audit: Audit
  readonly store: World['store']
  readonly openAdapter: OpenAdapter
}

function compose({ signal, onFiled, openPage, ...parts }: WorldParts, files: Files): Result<World> {
  const { now, configuration } = parts
  const worldOf = (): World => world
  const operations = () => [...registry, ...plugins.operations()]
  const exposure = openExposure({
    database: files.database,
    operations,
    plugins: () => Object.keys(configuration().config.plugins),
    now,
  })
  if (!exposure.ok) return exposure
  const plugins = pluginsOf(parts, files, exposure.value)
  const gate = openGate(worldOf)
  const spool = openSpool({
    ...parts,
    ...files,
    folder: parts.paths.spool,
    operations,
    apply: gate.apply,
    signal,
  })
  if (!spool.ok) return spool
  const world: World = {
    ...parts,
    ...files,
    started: now(),
    exposure: exposure.value,
    spool: telling(spool.value, onFiled),
    jobs: openJobs(worldOf),
    runs: openRuns(worldOf),
    plugins,
    operations,
    gate,
    openPage: openPage && (() => openPage(world)),
  }
  return done(world)
}

/** The same spool, which says when something came to wait or was decided. */
function telling(spool: Spool, onFiled: () => void): Spool {
  return {
    ...spool,
    file: (...filed) => {
      const result = spool.file(...filed)
      onFiled()
      return result
    },
    undo: async (...undone) => {
      const result = await spool.undo(...undone)
      onFiled()
      return result
    },
    propose: async (...proposed) => {
      const result = await spool.propose(...proposed)
      onFiled()
      return result
    },
    approve: async (...approved) => {
      const result = await spool.approve(...approved)
      onFiled()
      return result
    },
  }
}

type PluginWorld = Pick<World, 'paths' | 'home' | 'configuration' | 'now' | 'log'>
const pluginsOf = (parts: PluginWorld, { database }: Files, exposure: Exposure): Plugins =>
  openPlugins({
    paths: parts.paths,
    home: parts.home,
    configuration: parts.configuration,
    database,
    taken: registry.map(({ name }) => name),
    lower: plugin => exposure.set(plugin, false, 'internal'),
    now: parts.now,
    log: parts.log,
  })
