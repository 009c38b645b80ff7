// A process that has loaded a stage and no mail, and forks itself for each message (Linux). It is confined to the step; each child
// enters a layer of its own below, down to its message, and proves it by trying what its parent may do. Relies on zygote.c.
import { dirname } from 'node:path'
import type { Profile } from '../protocol/profile.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { type Addon, type ForkEnd, loadAddon } from './addon.ts'
import { confineBy, judge } from './confine.ts'
import { tryActs } from './proof.ts'

/** What a child may still do. Absolute real paths; `kept`: the descriptor that it reports on, from then on 3. */
export interface MessageRights {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly kept: number
}
export interface Zygote {
  readonly limit: Addon['limit']
  /** Undefined in the child; how it ended, in the parent. */
  readonly fork: (milliseconds: number) => ForkEnd | undefined
  /** In the child, before it reads anything. Refused where a right is left: then it has to end. */
  readonly enter: (rights: MessageRights) => Result<unknown>
  readonly exitNow: (code: number) => never
}

/** Confines this process, which may still fork. Refused with `cannot-confine` otherwise. */
export function confineZygote(profile: Profile): Result<Zygote> {
  const loaded = loadAddon()
  if (!loaded.ok) return loaded
  const addon = loaded.value
  const { limit, fork, enterMessage, exitNow } = addon
  if (!fork || !enterMessage || !exitNow) return wrong('this system forks no stage')
  const confined = confineBy(addon, profile, true)
  if (!confined.ok) return confined
  const enter = ({ reads, writes, kept }: MessageRights): Result<unknown> => {
    try {
      enterMessage(reads, writes, kept)
    } catch (error) {
      return wrong(`the forked process keeps its rights (${error instanceof Error ? error.message : ''})`)
    }
    return judge(tryActs(addon, { ...profile, writes: [...writes] }, outsideOf(profile)))
  }
  return done({ limit, fork, enter, exitNow })
}

/** What the zygote may reach and no message of it: its own code, and the step's work folder. */
function outsideOf({ files, writes }: Profile) {
  const canary = files[0] ?? '/'
  return { canary, directory: writes[0] ?? dirname(canary) }
}

const wrong = (is: string) =>
  refused('cannot-confine', {
    is,
    wanted: 'every right of the step to be taken from the process of one message',
    fix: 'run "twin mail diagnose" to see what is refused and what is not',
  })
