// twind as it lives: takes the lock, opens the world, opens the doors, follows the schedule, and undoes it all when it is told to
// end. After kill -9 at any point the next start finds its way: stale sockets, runs that never ended, proposals half applied.
// Relies on instanceLock.ts: all of it is done by one process at a time.
import { setTimeout as pause } from 'node:timers/promises'
import { version } from '../files/version.ts'
import { STOP_SECONDS } from '../protocol/limits.ts'
import { grantOf } from '../protocol/policy.ts'
import { done, type Result } from '../protocol/refusal.ts'
import { type Doors, openDoors } from './doors/openDoors.ts'
import { type InForceFiles, openInForce } from './inForce.ts'
import { takeTwindLock } from './instanceLock.ts'
import { keepTending, type Tending } from './keepTending.ts'
import { openapi } from './openapi.ts'
import { closePage, openPage } from './openPage.ts'
import { openWorld } from './openWorld.ts'
import { privateFolder } from './privateFolder.ts'
import { stateGone, type StateWatch, watchState } from './stateGone.ts'
import type { InForce, Places, World } from './world.ts'

/** `signal`: told to end. `log`: one line for a person. */
export interface Residence extends Places {
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}

/** Milliseconds between two looks whether the state is still there; each call looks too. */
const STATE_LOOKS = 60_000

/**
 * Lives until `signal`. Refused with what keeps it from starting: another twind ("busy"), a file that is wrong ("config"); and with
 * "disk" where its state is taken from under it.
 */
export async function reside(residence: Residence): Promise<Result<void>> {
  const { paths, signal, log } = residence
  const files = openInForce(paths, Date.now)
  if (!files.ok) return files
  const state = privateFolder(paths.state)
  const lock = state.ok
    ? await takeTwindLock(paths.lock, {
        signal,
        onWait: pid => log(`waiting for a call that runs without twind, as process ${pid}`),
      })
    : state
  if (!lock.ok) return lock
  const gone = new AbortController()
  const watch = watchState(paths.state, STATE_LOOKS, () => {
    log(`error: the state folder ${paths.state} is not there any more`)
    gone.abort()
  })
  try {
    const both = AbortSignal.any([signal, gone.signal])
    const lived = await live({ ...residence, signal: both }, files.value, watch)
    return lived.ok && gone.signal.aborted ? stateGone(paths.state) : lived
  } finally {
    watch.stop()
    lock.value.release()
    files.value.close()
  }
}

async function live(
  { paths, home, signal, log }: Residence,
  files: InForceFiles,
  watch: StateWatch,
): Promise<Result<void>> {
  let doors: Doors | undefined
  let tending: Tending | undefined
  const opened = openWorld({
    paths,
    home,
    now: Date.now,
    resident: true,
    configuration: files.current,
    log,
    signal,
    doors: () => doors?.names() ?? [],
    onFiled: () => tending?.wake(),
    openPage,
  })
  if (!opened.ok) return opened
  const { world, close } = opened.value
  // A new entry of the audit log: what cannot be recorded is not begun.
  const begun = world.audit.record({ event: 'started', caller: 'internal' })
  const first = files.current()
  const made = begun.ok ? await openDoors(doorsOf(world, watch), first.config) : begun
  if (made.ok) {
    doors = made.value
    await world.plugins.start()
    await recover(world)
    tending = keepTending(world)
    await serve({ world, doors, files, first }, signal)
    tending.stop()
  }
  close()
  return made.ok ? done(undefined) : made
}

/** `first`: what was in force when the doors were opened. */
interface Living {
  readonly world: World
  readonly doors: Doors
  readonly files: InForceFiles
  readonly first: InForce
}

/** From the first call to the last. */
async function serve({ world, doors, files, first }: Living, signal: AbortSignal): Promise<void> {
  world.jobs.start()
  const follow = followed(world, doors, first)
  if (!files.watch(follow))
    world.log('changes of twin.toml are seen at the next call alone: the system cannot watch its folder')
  // Nobody watched them while plugins took their time to start.
  if (files.current() !== first) follow(files.current())
  const names = doors.names().join(', ')
  world.log(`started, version ${version()}, process ${process.pid}; doors: ${names}`)
  await aborted(signal)
  world.log('ending')
  await end(world, doors)
  world.audit.record({ event: 'stopped', caller: 'internal' })
  world.log('ended')
}

/** Finishes what a crash left, once the plugins are there: what was approved may be one's. */
async function recover(world: World): Promise<void> {
  const tended = await world.spool.tend()
  // One file that cannot be handled must not keep everything else from a person: what waits there goes on waiting.
  if (!tended.ok) world.log(`the spool cannot be tended: ${tended.refusal.is}`)
  const swept = world.runs.sweep()
  if (!swept.ok) world.log(`the folder of the runs cannot be tidied: ${swept.refusal.is}`)
}

const doorsOf = (world: World, watch: StateWatch) => ({
  paths: world.paths,
  call: (...asked: Parameters<World['gate']['call']>) => {
    watch.look()
    return world.gate.call(...asked)
  },
  document: () =>
    JSON.stringify(openapi(world.gate.offered({ door: 'cli', agent: null, terminal: false }), version())),
  log: world.log,
})

/** What twind does when twin.toml or policy.toml has changed. */
function followed(world: World, doors: Doors, first: InForce): (inForce: InForce) => void {
  let turn = Promise.resolve()
  let plugins = pluginsIn(first)
  const follow = async (inForce: InForce) => {
    const { config, problem } = inForce
    if (problem) world.log(`a file is not in force as it is now: ${problem.is}; changes are refused`)
    else world.log('twin.toml and policy.toml were read anew')
    await doors.follow(config)
    world.jobs.wake()
    if (pluginsIn(inForce) === plugins) return
    plugins = pluginsIn(inForce)
    await world.plugins.stop()
    await world.plugins.start()
  }
  return inForce => {
    turn = turn.then(() => follow(inForce))
  }
}

/** What decides which plugins run. */
const pluginsIn = ({ config, policy }: InForce): string =>
  JSON.stringify(
    Object.entries(config.plugins).map(([name, plugin]) => [name, plugin, grantOf(policy, `plugin.${name}`)]),
  )

/** Everything is told to end at once; what does not within STOP_SECONDS ends with the process. */
async function end(world: World, doors: Doors): Promise<void> {
  const parts = [doors.stop(), closePage(world), world.jobs.stop(), world.plugins.stop()]
  const ended = Promise.all(parts).then(() => world.runs.stop())
  const patience = new AbortController()
  await Promise.race([
    ended,
    pause(STOP_SECONDS * 1_000, undefined, { signal: patience.signal }).catch(() => undefined),
  ])
  patience.abort()
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
