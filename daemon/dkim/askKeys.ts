// Asks for keys: starts the helper `resolve` with one lane to the name server, for a few names at a time, and takes its answers only
// for what was asked. Relies on its profile having no file but its code, and on lane.ts to dial.
import { join } from 'node:path'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { type KeyAnswer, KeyAnswers, type KeyName, keyNameOf } from '../../protocol/dkimKeys.ts'
import { KEY_SECONDS, KEYS_AT_ONCE } from '../../protocol/limits.ts'
import { type Endpoint, serveLane } from '../brief/lane.ts'
import { spawnStage } from '../spawn.ts'

export interface KeyServer {
  /** The folder of the built helpers. */
  readonly dist: string
  readonly server: Endpoint
  /** Unix seconds. */
  readonly now: number
  readonly signal: AbortSignal
}
/** Seconds that the process may take besides waiting for the server. */
const START_SECONDS = 10

/** What is known of each name, by `keyNameOf`; what nobody answered is an error. */
export async function askKeys(
  site: KeyServer,
  names: readonly KeyName[],
): Promise<ReadonlyMap<string, KeyAnswer>> {
  const answers = new Map<string, KeyAnswer>()
  const distinct = [...new Map(names.map(name => [keyNameOf(name), name])).values()]
  for (let at = 0; at < distinct.length; at += KEYS_AT_ONCE) {
    const asked = distinct.slice(at, at + KEYS_AT_ONCE)
    for (const name of asked) answers.set(keyNameOf(name), { name, state: 'error' })
    for (const answer of await askSome(site, asked)) {
      const key = keyNameOf(answer.name)
      if (asked.some(name => keyNameOf(name) === key)) answers.set(key, answer)
    }
  }
  return answers
}

/** None where the helper fails: that is an error of each name, and not of the sync. */
async function askSome(site: KeyServer, names: readonly KeyName[]): Promise<readonly KeyAnswer[]> {
  const script = join(site.dist, 'resolve.cjs')
  const profile = stageProfile('resolve', { script, inputs: [], outputs: [] })
  const ended = await spawnStage(
    { name: 'resolve', ...launch(profile, script, { descriptors: 2 }) },
    {
      start: { type: 'start', inputs: {}, outputs: {}, lanes: 1, now: site.now, config: { names } },
      milliseconds: (KEY_SECONDS + START_SECONDS) * 1_000,
      signal: site.signal,
      onLane: lane => serveLane(lane, site.server),
      onProgress: () => undefined,
    },
  )
  if (!ended.ok || ended.value.type !== 'done') return []
  const said = KeyAnswers.safeParse(ended.value.report)
  return said.success ? said.data.keys : []
}
