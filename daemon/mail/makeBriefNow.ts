// Makes one brief with what is in force: the same for a person's `twin brief` and for the schedule. Relies on makeBrief.ts for
// the brief and on world.ts for the configuration and the items of the jobs.
import type { Config } from '../../protocol/config.ts'
import { grantOf } from '../../protocol/policy.ts'
import { refused, type Result } from '../../protocol/refusal.ts'
import type { MadeBrief } from '../brief/makeBrief.ts'
import type { World } from '../world.ts'
import { mailForBrief } from './mailForBrief.ts'
import type { Io } from '../io.ts'

/** `since`: Unix seconds, instead of the configured window. `engine`: instead of the configured one. `dryRun`: the vault is left alone. */
export interface BriefAsked {
  readonly since?: number | undefined
  readonly engine?: Config['ranker']['engine'] | undefined
  readonly dryRun?: boolean | undefined
}

/** The brief of the window that ends now. Refused as makeBrief is, and where policy.toml lets no mail be read. */
export async function makeBriefNow(
  world: Pick<World, 'paths' | 'home' | 'now' | 'configuration' | 'jobs' | 'log' | 'store'>,
  asked: BriefAsked,
  io: Io,
): Promise<Result<MadeBrief>> {
  const { config, policy } = world.configuration()
  const grant = grantOf(policy, 'mail.read')
  if (grant !== 'auto') return unread(grant)
  const items = world.jobs.items()
  if (!items.ok) return items
  const { makeBrief } = await import('../brief/makeBrief.ts')
  return makeBrief({
    config,
    paths: world.paths,
    home: world.home,
    items: items.value,
    dryRun: asked.dryRun === true,
    now: world.now,
    onProgress: io.progress,
    log: world.log,
    signal: io.signal,
    ...(Object.keys(config.accounts).length === 0
      ? {}
      : { stored: (since: number, signal: AbortSignal) => mailForBrief(world, since, signal) }),
    ...(asked.since === undefined ? {} : { since: asked.since }),
    ...(asked.engine === undefined ? {} : { engine: asked.engine }),
  })
}

const unread = (grant: string) =>
  refused('denied', {
    is: `policy.toml sets mail.read to ${grant}`,
    wanted: '"mail.read" = "auto", without which no mail is read',
    fix: 'edit policy.toml, then run "twin check"',
  })
