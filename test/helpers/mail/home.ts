// A home of twin's with a store in it, and the built helper started as a person or systemd starts it: through twin-mail, the
// launcher and the profile. Relies on the native files being built. Linux: elsewhere the helper cannot run on a test's store.
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { buildStore } from '../../../demo/buildStore.ts'
import { storePaths, type StorePaths } from '../../../demo/storePaths.ts'
import type { StoreSpec } from '../../../demo/storeSpec.ts'
import type {
  CollectAnswer,
  DiagnoseAnswer,
  ProbeAnswer,
  Request,
  Response,
} from '../../../protocol/request.ts'
import { temporary } from './access.ts'
import { freshNonce, place, responseOf } from './requestFiles.ts'

export interface Home {
  /** $TWIN_HOME. */
  readonly home: string
  readonly folder: string
  readonly store: StorePaths
  /** state/mail */
  readonly mail: string
}
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `toml`: twin.toml where it is not `accounts = ["Work"]` for the store; null: there is none. */
export function homeWith(spec: StoreSpec, toml?: string | null): Home {
  const folder = temporary()
  chmodSync(folder, 0o755)
  buildStore(folder, spec)
  const store = storePaths(folder)
  const home = join(folder, 'home')
  const mail = join(home, 'state', 'mail')
  mkdirSync(mail, { recursive: true, mode: 0o700 })
  if (toml !== null) configure({ home, store }, toml ?? { accounts: ['Work'] })
  return { home, folder, store, mail }
}

/** Writes twin.toml: a text as it stands, or keys of [mail] beside the places of the store. */
export function configure(
  { home, store }: Pick<Home, 'home' | 'store'>,
  mail: string | Record<string, unknown>,
): void {
  const text =
    typeof mail === 'string'
      ? mail
      : stringify({ mail: { store: store.mail, accounts_db: store.accountsDb, ...mail } })
  writeFileSync(join(home, 'twin.toml'), text)
}

/** Runs a bundle of `dist` in this home. `user`: uid and gid to run as. */
export function run(
  dist: string,
  home: Home,
  options: { args?: string[]; script?: string; user?: number } = {},
): Promise<Ran> {
  const { args = [], script = 'twin-mail.cjs', user } = options
  const child = spawn(process.execPath, [join(dist, script), ...args], {
    env: { TWIN_HOME: home.home, HOME: home.home, PATH: '/nowhere', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user !== undefined && { uid: user, gid: user }),
  })
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  return new Promise(resolve => child.once('close', code => resolve({ code, ...texts })))
}

/** `user`: the uid and gid to ask and to run as. */
type Ask = ({ op: 'probe' } | { op: 'diagnose' } | { op: 'collect'; since: number }) & { user?: number }

export function request(home: Home, { user, ...what }: Ask): string {
  const nonce = freshNonce()
  const whole = { v: 1, nonce, expires: Math.floor(Date.now() / 1_000) + 60, ...what } satisfies Request
  place(home.mail, JSON.stringify(whole), nonce)
  if (user !== undefined) chownSync(join(home.mail, `request-${nonce}.json`), user, user)
  return nonce
}

/** One request, one start, one answer. */
export async function ask(dist: string, home: Home, what: Ask): Promise<Response> {
  const nonce = request(home, what)
  const ran = await run(dist, home, what)
  const response = responseOf(home.mail, nonce)
  if (!response) throw new Error(`Cannot find an answer: exit ${ran.code}, ${ran.stderr}`)
  return response
}

export function answerOf<Op extends Ask['op']>(response: Response, op: Op) {
  const { answer, refusal } = response
  if (answer?.op !== op) throw new Error(`Cannot find the answer to ${op}: ${refusal?.code} ${refusal?.is}`)
  return answer as Extract<CollectAnswer | ProbeAnswer | DiagnoseAnswer, { op: Op }>
}

/** Digest of every file in MailData, by name. */
export const digests = ({ store }: Home): Record<string, string> =>
  Object.fromEntries(
    readdirSync(store.mailData).map(name => [
      name,
      createHash('sha256')
        .update(readFileSync(join(store.mailData, name)))
        .digest('hex'),
    ]),
  )

/** Gives the home, its configuration and its state to another user. */
export function giveTo(home: Home, user: number): void {
  for (const path of [home.home, join(home.home, 'state'), home.mail, join(home.home, 'twin.toml')])
    if (existsSync(path)) chownSync(path, user, user)
}
