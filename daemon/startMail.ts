// How the mail helper is started: by launchd or systemd where it is installed there, else by twind itself through the launcher.
// On macOS twind never starts it for a store behind Full Disk Access: the grant would be the terminal's, not the helper's
// (sandbox.md 4.1). An installed agent serves the default state folder only, so another TWIN_HOME is served directly.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import { launch } from '../native/launch.ts'
import { mailArgs, mailProfile, type MailLayout } from '../native/mailProfile.ts'
import { protectedFolder } from '../native/protectedFolder.ts'
import { MAIL_AGENT } from '../protocol/mailAgent.ts'
import { pathsOf, type Paths } from '../protocol/paths.ts'
import { refused, type Result } from '../protocol/refusal.ts'
import { ownTimeZone } from './localTime.ts'
import { type Bounds, type Command, spawnProgram } from './spawn.ts'

export interface MailPlace {
  readonly paths: Paths
  readonly home: string
  /** The folder of the built processes, where it is not the package's own. */
  readonly dist?: string | undefined
}
/** Starts the helper once; resolves when it has ended, or when the agent has been told to start. */
export type StartMail = (bounds: Bounds) => Promise<Result<unknown>>

interface Situation {
  readonly platform: NodeJS.Platform
  readonly installed: boolean
  readonly defaultState: boolean
  readonly protectedFolder: string | null
}
/** Who starts the helper; null: nobody may. */
export type Starter = 'agent' | 'direct' | null

/** Pure: who starts the helper in `situation`. */
export function starterIn(situation: Situation): Starter {
  if (situation.installed && situation.defaultState) return 'agent'
  return situation.platform === 'darwin' && situation.protectedFolder !== null ? null : 'direct'
}

/** Chooses once how the helper is started. Refused with `no-access` where only an installed agent could have access. */
export async function mailStarter(place: MailPlace): Promise<Result<StartMail>> {
  const layout = layoutOf(place)
  if (!layout.ok) return layout
  const folder = [layout.value.store, layout.value.accountsDb]
    .map(path => protectedFolder(path, place.home))
    .find(found => found !== null)
  const starter = starterIn({
    platform: process.platform,
    installed: await isInstalled(place.home),
    defaultState: isDefault(place),
    protectedFolder: folder ?? null,
  })
  if (starter === null) return noAgent(folder ?? '')
  const start: StartMail =
    starter === 'agent' ? bounds => spawnProgram(startAgent(), bounds) : bounds => direct(place, bounds)
  return { ok: true, value: start }
}

const noAgent = (folder: string) =>
  refused('no-access', {
    is: `the mail store lies in ${folder}, which only twin's own mail helper may read`,
    wanted: 'the mail helper installed as an agent of its own',
    fix: 'run "twin install"',
  })

/** Anew for each start: accounts and their folders may have come since. */
function layoutOf(place: MailPlace): Result<MailLayout> {
  const { paths, home } = place
  const env = isDefault(place) ? { HOME: home } : { HOME: home, TWIN_HOME: paths.config }
  return mailProfile(env, scriptOf(place))
}

/** Whether TWIN_HOME does not stand in the way of the places under the home. */
const isDefault = ({ paths, home }: MailPlace): boolean =>
  home.startsWith('/') && paths.state === pathsOf({ HOME: home }).state

const scriptOf = (place: MailPlace): string => join(place.dist ?? join(packageRoot, 'dist'), 'mail.cjs')

async function direct(place: MailPlace, bounds: Bounds): Promise<Result<unknown>> {
  const layout = layoutOf(place)
  if (!layout.ok) return layout
  const env = { TZ: ownTimeZone() }
  const args = mailArgs(layout.value)
  return spawnProgram(
    { name: 'mail', ...launch(layout.value.profile, scriptOf(place), { args, env }) },
    bounds,
  )
}

const ASK_MILLISECONDS = 5_000
const DOMAIN = `gui/${process.getuid?.() ?? 0}/${MAIL_AGENT.label}`

async function isInstalled(home: string): Promise<boolean> {
  if (process.platform !== 'darwin') return existsSync(join(home, '.config/systemd/user', MAIL_AGENT.unit))
  const asked = agentCommand('/bin/launchctl', ['print', DOMAIN])
  return (await spawnProgram(asked, { milliseconds: ASK_MILLISECONDS })).ok
}

/** A no-op while the helper runs. launchd may hold the call back for up to ten seconds (sandbox.md 5.1). */
function startAgent(): Command {
  return process.platform === 'darwin'
    ? agentCommand('/bin/launchctl', ['kickstart', DOMAIN])
    : agentCommand('/usr/bin/systemctl', ['--user', 'start', '--no-block', MAIL_AGENT.unit])
}

function agentCommand(file: string, args: readonly string[]): Command {
  const runtime = process.env['XDG_RUNTIME_DIR']
  return { name: 'mail', file, args, env: { LANG: 'C.UTF-8', ...(runtime && { XDG_RUNTIME_DIR: runtime }) } }
}
