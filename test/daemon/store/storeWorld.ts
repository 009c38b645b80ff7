// A store in a folder of its own over a mailbox in memory and a stage in this process; and what lies in its folders.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../../daemon/store/openStore.ts'
import type { Asked, Found, Synced } from '../../../daemon/store/store.ts'
import type { StoreParts } from '../../../daemon/store/storeSite.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { done } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { fakeMailbox } from './fakeAdapter.ts'
import { fakeParse, parseStage } from './fakeParse.ts'

export const TOML = '[accounts.home]\nadapter = "maildir"\npath = "/mail/home"\n'
export const NOW = Date.UTC(2026, 10, 30, 12) / 1_000

/** The accounts of twin.toml that hold `toml`. */
export function accountsOf(toml: string) {
  const config = parseConfig(toml)
  if (!config.ok) throw new Error(config.refusal.is)
  return config.value.accounts
}

interface Given extends Partial<StoreParts> {
  readonly toml?: string
  readonly epoch?: string
}

export function storeWorld({ toml = TOML, epoch, ...given }: Given = {}) {
  const folder = given.folder ?? join(temporaryFolder(), 'store')
  const mailbox = fakeMailbox(join(folder, 'home', 'adapter', 'incoming'), epoch)
  const parse = fakeParse()
  const settings = { version: 1, toml }
  const parts: StoreParts = {
    folder,
    account: name => accountsOf(settings.toml)[name],
    openAdapter: (...asked) => mailbox.open(...asked),
    performStep: (order, io) => parse.performStep(order, io),
    parseStage: () => done(parseStage(settings.version)),
    now: () => NOW * 1_000,
    ...given,
  }
  const open = () => {
    const opened = openStore(parts)
    onTestFinished(() => opened.close())
    return opened
  }
  const world = {
    folder,
    mailbox,
    parse,
    settings,
    store: open(),
    /** As a new process would. */
    reopen: () => {
      world.store.close()
      world.store = open()
    },
    trySync: (account = 'home', signal = new AbortController().signal) =>
      world.store.sync(account, { signal, progress: () => undefined }),
    sync: async (account = 'home'): Promise<Synced> => {
      const synced = await world.trySync(account)
      if (!synced.ok) throw new Error(`${synced.refusal.code}: ${synced.refusal.is}`)
      return synced.value
    },
    find: (query = '*', more: Partial<Asked> = {}): Found => {
      const found = world.store.find({ ...ASKED, query, ...more })
      if (!found.ok) throw new Error(`${found.refusal.code}: ${found.refusal.is}`)
      return found.value
    },
    subjects: (query = '*', more: Partial<Asked> = {}): string[] =>
      world.find(query, more).messages.map(({ mail }) => {
        const parsed = world.store.parsedOf(mail)
        return parsed.ok ? parsed.value.subject : '(unparsed)'
      }),
    /** Names under two levels: raw of the account, or parsed. */
    files: (which: 'home/raw' | 'parsed' | '.parsing'): string[] => {
      const root = join(folder, which)
      if (!existsSync(root)) return []
      return readdirSync(root).flatMap(shard =>
        which === '.parsing' ? [shard] : readdirSync(join(root, shard)),
      )
    },
  }
  return world
}

const ASKED = { account: 'home', limit: 100, expand: 'none', now: NOW, timeZone: 'UTC' } as const

/** A message as text. */
export const message = (headers: Readonly<Record<string, string>>, body = 'Hello.'): string =>
  `${Object.entries({ From: 'Ann <ann@example.org>', To: 'Me <me@example.net>', Subject: 's', ...headers })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${body}\n`

/** A world with so many letters, oldest first. */
export function withLetters(amount: number) {
  const world = storeWorld()
  for (let at = 1; at <= amount; at++)
    world.mailbox.put(`m${at}`, message({ Subject: `letter ${at}` }), { received: at })
  return world
}
