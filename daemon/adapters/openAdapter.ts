// Opens the adapter of an account: its folders, its profile, its process, and the first two questions. Relies on native/ for the kernel's
// rules and on adapterSession.ts for the conversation.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { adapterProfile } from '../../native/adapterProfile.ts'
import { launch } from '../../native/launch.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import type { Account } from '../../protocol/configTables.ts'
import { expand } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'
import { removeTree } from '../removeTree.ts'
import { liesIn, realPlace } from '../realPlace.ts'
import type { Command } from '../spawn.ts'
import type { Places } from '../world.ts'
import { type AdapterProcess, startAdapter } from './adapterProcess.ts'
import { adapterSession, askOnce } from './adapterSession.ts'
import type { AdapterSession, OpenAdapter } from './adapters.ts'
import { sessionTurns } from './sessionTurns.ts'

/** The real paths of the folders that an adapter is given. */
export interface AdapterFolders {
  readonly root: string
  readonly scratch: string
}
/** `command`: how the adapter is started, in a test another way. */
export interface AdapterSite extends Places {
  readonly command?: (adapter: string, folders: AdapterFolders) => Command
}

const INCOMING = 'incoming'

/** Opens adapters of this installation. Their scratch folders are `state/store/NAME/adapter`. */
export function adapterOpener(site: AdapterSite): OpenAdapter {
  const turns = sessionTurns()
  return async (name, account, signal) => {
    const leave = await turns.enter(name, signal)
    if (!leave) return busy(name)
    const opened = await open(site, { name, account, signal })
    if (!opened.ok) {
      leave()
      return opened
    }
    const close = () => opened.value.close().finally(leave)
    return done({ ...opened.value, close })
  }
}

interface Wanted {
  readonly name: string
  readonly account: Account
  readonly signal: AbortSignal
}

async function open(site: AdapterSite, { name, account, signal }: Wanted): Promise<Result<AdapterSession>> {
  const folders = foldersOf(site, name, account)
  if (!folders.ok) return folders
  const command = (site.command ?? confined)(account.adapter, folders.value)
  const adapter = startAdapter(name, command, signal)
  const session = await sessionOf(adapter, folders.value)
  if (!session.ok) await adapter.close()
  return session.ok ? done({ ...session.value, close: adapter.close }) : session
}

async function sessionOf(
  adapter: AdapterProcess,
  { root, scratch }: AdapterFolders,
): Promise<Result<Omit<AdapterSession, 'close'>>> {
  const opened = await askOnce(adapter, [{ op: 'open', id: 0, root, scratch, credential: null }], 'opened')
  if (!opened.ok) return opened
  const can = await askOnce(adapter, [{ op: 'capabilities', id: 1 }], 'capabilities')
  if (!can.ok) return can
  return done(
    adapterSession(
      { adapter, incoming: join(scratch, INCOMING) },
      opened.value.about,
      can.value.capabilities,
    ),
  )
}

/** Under the adapter's own profile, with fd 3 as its channel. */
function confined(adapter: string, { root, scratch }: AdapterFolders): Command {
  const script = join(packageRoot, 'dist', `${adapter}.cjs`)
  const profile = adapterProfile(adapter, { script, root, scratch })
  return { name: adapter, ...launch(profile, script, { descriptors: 1 }) }
}

/** The account's folder, and a private one beside what the store keeps of the account. Neither may hold the other. */
function foldersOf({ paths, home }: Places, name: string, account: Account): Result<AdapterFolders> {
  const path = expand(account.path, home)
  const root = attempt('no-store', `the folder ${path} of the account ${name}`, () => realpathSync(path))
  if (!root.ok) return root
  const own = [paths.config, paths.state].map(realPlace)
  const place = realPlace(root.value)
  if (own.some(folder => liesIn(folder, place) || liesIn(place, folder))) return shared(name)
  for (const folder of [paths.store, join(paths.store, name)]) {
    const made = privateFolder(folder)
    if (!made.ok) return made
  }
  const scratch = privateFolder(join(paths.store, name, 'adapter'))
  if (!scratch.ok) return scratch
  const incoming = emptied(join(scratch.value, INCOMING))
  if (!incoming.ok) return incoming
  return done({ root: root.value, scratch: realpathSync(scratch.value) })
}

/** What nobody took over when it came is fetched again. */
function emptied(incoming: string): Result<string> {
  const removed = attempt('config', `the state folder ${incoming}`, () => {
    if (existsSync(incoming)) removeTree(incoming)
  })
  return removed.ok ? privateFolder(incoming) : removed
}

const shared = (name: string) =>
  refused('config', {
    is: `the folder of the account ${name} holds twin's own files, or lies among them`,
    wanted: 'a folder with nothing but mail in it',
    fix: 'correct "path" of the account in twin.toml',
  })

const busy = (name: string) =>
  refused('busy', {
    is: `the adapter of ${name} is in use and was not done in time`,
    wanted: 'one use of an account at a time',
    fix: 'wait until the other one is done, then run the same command again',
  })
