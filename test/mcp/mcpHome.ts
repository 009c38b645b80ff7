// A temporary home with a twind of its own and AI clients that speak to it over stdio, as `twin mcp` is used: the SDK's own client,
// or raw lines of a client that keeps to nothing. Builds both processes of the sources, so that no test depends on dist/ for them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build } from 'esbuild'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { askDoor, isListening } from '../../daemon/doors/client.ts'
import { buildStore } from '../../demo/buildStore.ts'
import type { StoreSpec } from '../../demo/storeSpec.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import type { Outcome } from '../../protocol/call.ts'
import { pathsOf, socketOf } from '../../protocol/paths.ts'
import type { Result } from '../../protocol/refusal.ts'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'

let dist = ''
/** Call once a file: both processes are built before its tests. */
export function buildProcesses(): void {
  beforeAll(async () => {
    dist = realpathSync(mkdtempSync(join(tmpdir(), 'twin-mcp-dist-')))
    await build({
      ...bundleOptions,
      absWorkingDir: packageRoot,
      entryPoints: { mcp: 'mcp/main.ts', twind: 'daemon/main.ts' },
      outdir: dist,
      define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
    })
  })
  afterAll(() => rmSync(dist, { recursive: true, force: true }))
}

export interface HomeParts {
  /** TOML beyond the agents `claude` and `other`. */
  readonly toml?: string
  /** TOML of policy.toml. */
  readonly policy?: string
  readonly store?: StoreSpec
  /** Words of the accounts in scope. */
  readonly accounts?: readonly string[]
}
export interface McpHome {
  readonly home: string
  readonly configure: (parts: HomeParts) => void
  /** Starts twind and waits for the door of `agent`. */
  readonly start: (agent?: string) => Promise<void>
  readonly stop: () => Promise<void>
  /** A call of the person, through the cli door, confirmed. */
  readonly person: (name: string, input?: Record<string, unknown>) => Promise<Result<Outcome>>
  /** What `person` put out. Throws where it was refused. */
  readonly told: (name: string, input?: Record<string, unknown>) => Promise<unknown>
  readonly offer: (...names: string[]) => Promise<void>
  readonly connect: (agent?: string) => Promise<Connected>
  readonly raw: (agent?: string) => RawClient
}
export interface Connected {
  readonly client: Client
  readonly stderr: () => string
  readonly pid: number
  /** The structured result of a call. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Record<string, unknown>>
  readonly names: () => Promise<string[]>
}
export interface RawClient {
  readonly child: ChildProcess
  readonly send: (...lines: (string | object)[]) => void
  /** Every message so far. */
  readonly messages: () => RawMessage[]
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly stderr: () => string
}
export interface RawMessage {
  readonly id?: number | string
  readonly method?: string
  readonly result?: { structuredContent?: Record<string, unknown>; isError?: boolean }
  readonly error?: { code: number; message: string }
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 400; tries++) {
    if (await holds()) return true
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  return false
}

const SHIPPED = '"mail.read" = "auto"\n"brief.write" = "auto"\n'

export function mcpHome(parts: HomeParts = {}): McpHome {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tm-')))
  const paths = pathsOf({ TWIN_HOME: home })
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(home, 'nobody'), TWIN_HOME: home, TZ: 'UTC' }
  mkdirSync(join(home, 'vault'))
  const children: ChildProcess[] = []
  let twind: ChildProcess | undefined
  const configure = ({ toml = '', policy = `[capabilities]\n${SHIPPED}`, accounts = [] }: HomeParts) => {
    const mail = `[mail]\naccounts = ${JSON.stringify(accounts)}\nstore = "${home}/Mail"\naccounts_db = "${home}/Accounts4.sqlite"\n`
    const rest = `[brief]\nfolder = "${home}/vault"\n[agents.claude]\n[agents.other]\n${toml}`
    writeFileSync(paths.twinToml, `${mail}${rest}`)
    writeFileSync(paths.policyToml, policy)
  }
  if (parts.store) buildStore(home, parts.store)
  configure(parts)
  const stop = async () => {
    const ending = twind
    twind = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = new Promise(resolve => ending.once('close', resolve))
    ending.kill('SIGTERM')
    await ended
  }
  const person: McpHome['person'] = async (name, input = {}) => {
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const answer = await askDoor(socketOf(paths, 'cli', null), { name, input, confirm: true }, io)
    if (!answer) throw new Error('Cannot call: twind does not run')
    return answer
  }
  const told: McpHome['told'] = async (name, input) => {
    const answer = await person(name, input)
    if (!answer.ok) throw new Error(`Cannot call ${name}: ${answer.refusal.is}`)
    return answer.value.outcome === 'done' ? answer.value.output : answer.value
  }
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    await stop()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    home,
    configure,
    start: async (agent = 'claude') => {
      const said: Buffer[] = []
      twind = spawn(process.execPath, [join(dist, 'twind.cjs')], { env, stdio: ['ignore', 'ignore', 'pipe'] })
      twind.stderr?.on('data', (bytes: Buffer) => said.push(bytes))
      const socket = socketOf(paths, 'mcp', agent)
      const isUp = await until(async () => twind?.exitCode !== null || (await isListening(socket)))
      if (!isUp || twind.exitCode !== null)
        throw new Error(`Cannot start twind: ${Buffer.concat(said).toString()}`)
      // Doors open before a plugin has said what it offers.
      await until(async () => !JSON.stringify(await told('status')).includes('it is starting'))
    },
    stop,
    person,
    told,
    offer: async (...names) => {
      for (const name of names) await told('exposure.set', { name, to: 'on' })
    },
    connect: async (agent = 'claude') => {
      const said: Buffer[] = []
      const args = [join(dist, 'mcp.cjs'), '--agent', agent]
      const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' })
      transport.stderr?.on('data', (bytes: Buffer) => said.push(bytes))
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport)
      onTestFinished(() => client.close())
      return connected(client, transport, () => Buffer.concat(said).toString())
    },
    raw: (agent = 'claude') => {
      const child = spawn(process.execPath, [join(dist, 'mcp.cjs'), '--agent', agent], { env, stdio: 'pipe' })
      children.push(child)
      return rawClient(child)
    },
  }
}

const connected = (client: Client, transport: StdioClientTransport, stderr: () => string): Connected => ({
  client,
  stderr,
  pid: transport.pid ?? 0,
  call: async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args })
    const [content] = result.content as { type: string; text: string }[]
    const structured = result.structuredContent as Record<string, unknown>
    // What is text for a model is the same as what is data for a program.
    if (JSON.stringify(structured) !== content?.text)
      throw new Error('Cannot read a result: its halves differ')
    return structured
  },
  names: async () => (await client.listTools()).tools.map(({ name }) => name),
})

function rawClient(child: ChildProcess): RawClient {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  child.stdin?.on('error', () => undefined)
  const text = () => Buffer.concat(out).toString()
  return {
    child,
    send: (...lines) => {
      const whole = lines.map(line => (typeof line === 'string' ? line : JSON.stringify(line)))
      child.stdin?.write(whole.map(line => `${line}\n`).join(''))
    },
    messages: () =>
      text()
        .split('\n')
        .slice(0, -1)
        .map(line => JSON.parse(line) as RawMessage),
    ended: new Promise(resolve => child.once('close', (code, signal) => resolve({ code, signal }))),
    stderr: () => Buffer.concat(err).toString(),
  }
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
export const callLine = (id: number | string, name: unknown, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
