// What each operation of a request answers. Whose mail is read is not part of a request: twin.toml says it, and is read here,
// after confinement, for every request. Relies on protocol/request.ts for the closed set of operations.
import { readTwinToml } from '../../files/readTwinToml.ts'
import type { Denial } from '../../native/proof.ts'
import type { MailPlaces } from '../../protocol/mailPlaces.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { MailAnswer, Request } from '../../protocol/request.ts'
import { collect } from './collect.ts'
import { diagnose } from './diagnose.ts'
import type { CopyFile } from './index/copy.ts'
import { probe } from './probe.ts'

export interface Means {
  readonly places: MailPlaces
  readonly denials: readonly Denial[]
  readonly clone: CopyFile | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function answerRequest(means: Means, request: Request): Result<MailAnswer> {
  const { places, clone } = means
  if (request.op === 'diagnose')
    return done(
      diagnose(places, means.denials, {
        platform: process.platform,
        parent: process.ppid,
        user: process.getuid?.() ?? 0,
      }),
    )
  // Where there is no twin.toml nothing is in scope.
  const config = readTwinToml(places.config, 'defaults')
  if (!config.ok) return config
  const access = { places, clone, scope: config.value.mail }
  if (request.op === 'probe') return probe(access)
  return collect(access, { since: request.since, now: means.now() / 1_000 })
}
