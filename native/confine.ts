// Confines this process and proves it by trying. macOS: Seatbelt, entered here. Linux: the launcher has done it before node
// ran, and what is left (exec, fork) is forbidden here. No option turns it off; every way out of this file that is not a
// refusal has seen each forbidden act fail. Relies on the addon and on proof.ts.
import { done, refused, type Result } from '../protocol/refusal.ts'
import { loadAddon, type Addon } from './addon.ts'
import { seatbeltText } from './darwin.ts'
import type { Profile } from '../protocol/profile.ts'
import { chooseOutside, type Denial, tryActs, tryPool } from './proof.ts'

/**
 * Confines this process to `profile` for ever. The value lists each forbidden act as it was tried, all of them refused.
 * Refused with `cannot-confine` otherwise: the caller exits 5 and has read nothing.
 */
export function confine(profile: Profile): Result<Denial[]> {
  const addon = loadAddon()
  return addon.ok ? confineBy(addon.value, profile, false) : addon
}

/** The same with an addon that is loaded already. `mayFork`: only for a zygote, whose children are confined once more. */
export function confineBy(addon: Addon, profile: Profile, mayFork: boolean): Result<Denial[]> {
  const outside = chooseOutside(profile)
  if (!outside)
    return wrong(`the profile of ${profile.name} grants, or nobody may read, every file that could prove it`)
  const entered = process.platform === 'darwin' ? enterSeatbelt(addon, profile) : forbidExec(addon, mayFork)
  return entered.ok ? judge(tryActs(addon, profile, { ...outside, mayFork })) : entered
}

/** The part of the proof that has to wait for the thread pool. Call it after `confine` and before the first untrusted byte. */
export async function provePool(profile: Profile): Promise<Result<Denial[]>> {
  return judge([await tryPool(profile)])
}

/** The first act that was not refused makes a refusal. */
export function judge(denials: Denial[]): Result<Denial[]> {
  const open = denials.find(denial => !denial.refused)
  return open ? wrong(`an attempt to ${open.act} was not refused (${open.how})`) : done(denials)
}

/** One profile a process: under an outer one (an agent's sandbox, a test's) ours cannot be entered, and none is assumed. */
function enterSeatbelt(addon: Addon, profile: Profile): Result<true> {
  if (addon.sandboxCheck?.()) return wrong('this process is inside another sandbox already')
  const seatbelt = seatbeltText(profile)
  if (!seatbelt.ok) return seatbelt
  try {
    addon.sandboxInit?.(seatbelt.value.text, seatbelt.value.parameters)
    return done(true)
  } catch (error) {
    return wrong(`macOS does not enter the sandbox (${message(error)})`)
  }
}

function forbidExec(addon: Addon, mayFork: boolean): Result<true> {
  try {
    addon.forbidExec?.(mayFork)
    return done(true)
  } catch (error) {
    return wrong(`Linux does not forbid exec to every thread (${message(error)})`)
  }
}

const message = (error: unknown): string => (error instanceof Error ? error.message : 'without a reason')

const wrong = (is: string) =>
  refused('cannot-confine', {
    is,
    wanted: 'every forbidden act to be refused',
    fix: 'start it through twind or twin-mail, outside any other sandbox',
  })
