// The mail helper from its first statement to its exit code: confine and prove it, and only then list requests, read twin.toml
// for the scope, or open a file of Mail's. Relies on native/confine.ts; where it refuses, nothing has been read. What answers is
// part of the same bundle, but evaluated only when something asks: it takes as long as all that comes before.
import { confine, provePool } from '../../native/confine.ts'
import type { Denial } from '../../native/proof.ts'
import { loadAddon } from '../../native/addon.ts'
import type { MailPlaces } from '../../protocol/mailPlaces.ts'
import { ownProfile } from '../../native/ownProfile.ts'
import type { Profile } from '../../protocol/profile.ts'
import { MAIL_SECONDS } from '../../protocol/limits.ts'
import { exitOf, type Refusal, refusalText, type Result } from '../../protocol/refusal.ts'
import type { Request } from '../../protocol/request.ts'
import type { Means } from './answerRequest.ts'
import { contentsOf } from './contents.ts'
import { parsePlaces } from './places.ts'

interface Start {
  readonly profile: Profile
  readonly places: MailPlaces
}

/** Runs this process as the mail helper and returns its exit code: 0, 1, 2 usage or configuration, 5 not confined. */
export async function run(): Promise<number> {
  process.umask(0o077)
  // A library that stumbles over a property list prints part of it, and nothing of Mail's is to be printed.
  Object.assign(console, { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing })
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
  const start = await startOf(process.argv)
  if (!start.ok) return fail(start.refusal)
  const { profile, places } = start.value
  const addon = loadAddon()
  if (process.platform === 'darwin') await preloadAddons(places)
  const confined = confine(profile)
  if (!confined.ok) return fail(confined.refusal)
  const pool = await provePool(profile)
  if (!pool.ok) return fail(pool.refusal)
  const denials = [...confined.value, ...pool.value]
  const [which, format] = process.argv.slice(4)
  if (which !== undefined) return await runSelftest(places, denials, { which, json: format === '--json' })
  if (process.platform === 'darwin') await watch()
  await answerAll({ places, denials, clone: addon.ok ? addon.value.clonefile : undefined, now: Date.now })
  return 0
}

/** A request that comes after this look is one that comes too late for the last look of a drain: the next start's. */
async function answerAll(means: Means): Promise<void> {
  const folder = means.places.mail
  if (contentsOf(folder).entries.length === 0) return
  const { drain } = await import('./drain.ts')
  const { answerRequest } = await import('./answerRequest.ts')
  const answer = (request: Request) => answerRequest(means, request)
  drain({ folder, answer, now: means.now, step: () => undefined })
}

async function watch(): Promise<void> {
  const { watchdog } = await import('./watchdog.ts')
  watchdog(MAIL_SECONDS)
}

/** On macOS an addon can be loaded only before confinement. */
async function preloadAddons(places: MailPlaces): Promise<void> {
  const { preload } = await import('./index/reader.ts')
  preload(places.sqlite)
}

const nothing = (): void => undefined

async function runSelftest(
  places: MailPlaces,
  proof: readonly Denial[],
  asked: { which: string; json: boolean },
): Promise<number> {
  const { selftest } = await import('./selftest/selftest.ts')
  const report = await selftest(places, proof, asked)
  process.stdout.write(report.text)
  return report.code
}

/** On macOS the helper makes its own profile: whoever may start it under its grant must not choose what it may read. */
async function startOf(argv: readonly string[]): Promise<Result<Start>> {
  if (process.platform === 'darwin') {
    const { mailProfile } = await import('../../native/mailProfile.ts')
    const layout = mailProfile(process.env, argv[1])
    return layout.ok ? { ok: true, value: { profile: layout.value.profile, places: layout.value } } : layout
  }
  const profile = ownProfile(argv)
  if (!profile.ok) return profile
  const places = parsePlaces(argv[3])
  return places.ok ? { ok: true, value: { profile: profile.value, places: places.value } } : places
}

function fail(refusal: Refusal): number {
  process.stderr.write(refusalText('twin-mail', refusal))
  return exitOf(refusal.code)
}

/** Whatever is thrown may carry mail in its message: the class and the system's code are all that is printed. */
function crash(error: unknown): void {
  const texts = error instanceof Error ? [error.name, 'code' in error ? String(error.code) : ''] : []
  const what = texts.filter(text => /^[A-Za-z0-9_]{1,40}$/.test(text)).join(' ')
  process.stderr.write(
    `Cannot run twin-mail: it ended with ${what || 'no error object'}, wanted an answer.\n`,
  )
  process.exit(1)
}
