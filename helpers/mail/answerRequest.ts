// What each operation of a request answers. Whose mail is read is not part of a request: twin.toml says it, and is read here,
// after confinement, for every request. Relies on protocol/request.ts for the closed set of operations.
import { readCapped } from '../../files/readCapped.ts'
import type { Denial } from '../../native/proof.ts'
import type { MailPlaces } from '../../protocol/mailPlaces.ts'
import { parseConfig } from '../../protocol/config.ts'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { MailAnswer, Request } from '../../protocol/request.ts'
import { collect } from './collect.ts'
import { diagnose } from './diagnose.ts'
import type { CopyFile } from './index/copy.ts'
import { probe } from './probe.ts'
import type { Scope } from './scope.ts'

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
  const scope = scopeOf(places.config)
  if (!scope.ok) return scope
  const access = { places, clone, scope: scope.value }
  if (request.op === 'probe') return probe(access)
  return collect(access, { since: request.since, now: means.now() / 1_000 })
}

/** Where there is no twin.toml nothing is in scope. */
function scopeOf(config: string): Result<Scope> {
  const read = readCapped(config, CONFIG_BYTES, false)
  if (!read.ok && read.problem !== 'absent')
    return refused('config', {
      is: `twin.toml cannot be read (${read.problem})`,
      wanted: 'a plain file that this user can read',
      fix: 'correct it, then run "twin check"',
    })
  const parsed = parseConfig(read.ok ? read.text : '')
  return parsed.ok ? done(parsed.value.mail) : parsed
}
