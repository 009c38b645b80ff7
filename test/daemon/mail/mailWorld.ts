// A world on a generated store, and calls of its operations as a person and as an agent make them, through the gate and the real
// mail helper. Relies on dist/ and the native build.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { demoMailbox, demoScope } from '../../../demo/mailbox.ts'
import type { StoreSpec } from '../../../demo/storeSpec.ts'
import { openInForce } from '../../../daemon/inForce.ts'
import { openWorld } from '../../../daemon/openWorld.ts'
import type { Outcome } from '../../../protocol/call.ts'
import type { Channel } from '../../../protocol/door.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import type { Result } from '../../../protocol/refusal.ts'
import { homeWithStore } from '../../cli/twinProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const PERSON: Channel = { door: 'cli', agent: null, terminal: false }
export const AGENT: Channel = { door: 'mcp', agent: 'claude', terminal: false }
export const OTHER_AGENT: Channel = { door: 'mcp', agent: 'codex', terminal: false }

/** `toml`: more of twin.toml. `workspaces`: what `[mcp]` lists. */
interface Given {
  readonly toml?: string
  readonly workspaces?: readonly string[]
  readonly store?: StoreSpec
  readonly now?: () => number
}

/** `call` gives what comes of one call; `output` its output, and throws where it is refused. */
export function mailWorld({ toml = '', workspaces = ['private'], store, now = Date.now }: Given = {}) {
  const spec = store ?? demoMailbox(Math.floor(Date.now() / 1_000))
  const home = homeWithStore(spec, demoScope, temporaryFolder())
  const file = join(home, 'twin.toml')
  const more = [
    '[workspaces.private]\naccounts = ["Private"]\n[agents.claude]\n[agents.codex]',
    `[mcp]\nworkspaces = ${JSON.stringify(workspaces)}\n[ranker]\nengine = "rules"`,
    toml,
  ]
  writeFileSync(file, [readFileSync(file, 'utf8'), ...more].join('\n'))
  const paths = pathsOf({ TWIN_HOME: home })
  const files = openInForce(paths, Date.now)
  if (!files.ok) throw new Error(files.refusal.is)
  const signal = new AbortController().signal
  const opened = openWorld({
    paths,
    home,
    now,
    resident: false,
    configuration: files.value.current,
    log: () => undefined,
    doors: () => [],
    signal,
    onFiled: () => undefined,
    openPage: null,
  })
  if (!opened.ok) throw new Error(opened.refusal.is)
  const { world, close } = opened.value
  onTestFinished(() => {
    close()
    files.value.close()
  })
  const io = { signal, progress: () => undefined }
  const call = (channel: Channel, name: string, input: object = {}): Promise<Result<Outcome>> =>
    world.gate.call(channel, { name, input: { ...input }, ...confirmOf(channel) }, io)
  const output = async (channel: Channel, name: string, input: object = {}): Promise<unknown> => {
    const outcome = await call(channel, name, input)
    if (!outcome.ok) throw new Error(`${outcome.refusal.code}: ${outcome.refusal.is}`)
    if (outcome.value.outcome !== 'done') throw new Error(outcome.value.outcome)
    return outcome.value.output
  }
  for (const name of [
    'mail.collect',
    'mail.list',
    'mail.show',
    'mail.accounts',
    'mail.mailboxes',
    'brief.show',
  ])
    world.exposure.set(name, true, 'cli')
  return { home, paths, world, call, output, file }
}

const confirmOf = ({ door }: Channel) => (door === 'cli' ? { confirm: true } : {})
