// The store of one world: its parts are the adapters, the stages `parse` and `dkim` that were built, and twin.toml as it is in force. Relies on
// openStore.ts for all of the doing.
import { join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { OpenAdapter } from '../adapters/adapters.ts'
import { verifyDkim } from '../dkim/verifyDkim.ts'
import { loadStages } from '../runs/loadStages.ts'
import { performStep } from '../stages/performStep.ts'
import type { LoadedStage } from '../stages/stages.ts'
import type { World } from '../world.ts'
import { openStore } from './openStore.ts'
import type { Store } from './store.ts'
import { storeFolders } from './storeFolders.ts'

/** Opens nothing yet. `openAdapter`: the one that whoever applies changes uses too. */
export const worldStore = ({ paths, configuration, now, openAdapter }: StoreWorld): Store =>
  openStore({
    folder: paths.store,
    account: name => {
      const { accounts } = configuration().config
      return Object.hasOwn(accounts, name) ? accounts[name] : undefined
    },
    openAdapter,
    performStep,
    parseStage: () => newestStage(DIST, 'parse'),
    dkim: verifyDkim({
      performStep,
      stage: () => newestStage(DIST, 'dkim'),
      work: storeFolders(paths.store).work,
      settings: () => configuration().config.dkim,
      dist: DIST,
      now,
    }),
    now,
  })

const DIST = join(packageRoot, 'dist')

interface StoreWorld extends Pick<World, 'paths' | 'configuration' | 'now'> {
  readonly openAdapter: OpenAdapter
}

/** The newest version of the stage `name` that is built. */
function newestStage(dist: string, name: string): Result<LoadedStage> {
  const loaded = loadStages(dist)
  if (!loaded.ok) return loaded
  const [newest] = [...loaded.value.stages.values()]
    .filter(({ manifest }) => manifest.stage === name)
    .toSorted((a, b) => b.manifest.version - a.manifest.version)
  return newest ? done(newest) : unbuilt(name)
}

const unbuilt = (name: string) =>
  refused('cannot-confine', {
    is: `the stage ${name} is not built`,
    wanted: `dist/${name}.cjs and its stage.yaml`,
    fix: 'run "npm run build", or install twin again',
  })
