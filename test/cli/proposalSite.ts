// A $TWIN_HOME with a command that an agent may propose, and proposals of it filed as an agent files them; and the built twin in a
// terminal of its own, whose keys a test presses. Relies on node-pty and on dist/.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node-pty'
import { onTestFinished } from 'vitest'
import { openInForce } from '../../daemon/inForce.ts'
import { openWorld } from '../../daemon/openWorld.ts'
import type { World } from '../../daemon/world.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, twinFile } from './twinProcess.ts'

const POLICY = (folder: string) => `[capabilities]
"mail.read" = "auto"
"apply.mark" = "propose"
[apply.mark]
argv = ["/usr/bin/touch", "${folder}/{name}"]
[apply.mark.arguments.name]
type = "text"
pattern = "[^/]+"
most = 4000
`

/** An empty site; `marks`: the folder in which the command makes files. */
export function proposalSite(): { home: string; marks: string } {
  const home = temporaryFolder()
  const marks = join(home, 'marks')
  mkdirSync(marks)
  mkdirSync(join(home, 'state'), { mode: 0o700 })
  writeFileSync(join(home, 'twin.toml'), '[agents.claude]\n')
  writeFileSync(join(home, 'policy.toml'), POLICY(marks))
  return { home, marks }
}

/** Does `act` with the world of `home`, while no twind and no call has it open. */
export function inWorld<T>(home: string, act: (world: World) => T): T {
  const paths = pathsOf({ TWIN_HOME: home })
  const files = openInForce(paths, Date.now)
  if (!files.ok) throw new Error(files.refusal.is)
  const opened = openWorld({
    paths,
    home,
    now: Date.now,
    resident: false,
    configuration: files.value.current,
    log: () => undefined,
    doors: () => [],
    signal: new AbortController().signal,
    onFiled: () => undefined,
    openPage: null,
  })
  if (!opened.ok) throw new Error(opened.refusal.is)
  try {
    return act(opened.value.world)
  } finally {
    opened.value.close()
    files.value.close()
  }
}

let nonce = 0
/** Files a proposal of the agent claude; its id and digest. */
export function propose(home: string, name: string, prose = 'please'): { id: string; digest: string } {
  return inWorld(home, ({ spool }) => {
    const filed = spool.file(
      { door: 'mcp', agent: 'claude', terminal: false },
      { kind: 'command', command: 'mark', arguments: { name } },
      { nonce: `nonce-${nonce++}-${process.pid}`, prose },
    )
    if (!filed.ok) throw new Error(filed.refusal.is)
    return filed.value
  })
}

export const QUESTION = 'anything else to leave it: '

export interface Session {
  /** Everything the terminal was sent so far. */
  readonly sent: () => string
  readonly press: (keys: string) => void
  /** Resolves once the terminal has shown `text`. */
  readonly until: (text: string) => Promise<void>
  readonly ended: Promise<number>
}

/** Runs twin with `words` in a terminal of 80 columns. */
export function twinInTerminal(home: string, words: readonly string[]): Session {
  const pty = spawn(process.execPath, [twinFile, ...words], {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    cwd: '/',
    env: environment(home),
  })
  let sent = ''
  const waiting = new Set<() => void>()
  pty.onData(data => {
    sent += data
    for (const look of waiting) look()
  })
  const ended = new Promise<number>(resolve => pty.onExit(({ exitCode }) => resolve(exitCode)))
  onTestFinished(() => pty.kill('SIGKILL'))
  return {
    sent: () => sent,
    press: keys => pty.write(keys),
    ended,
    until: text =>
      new Promise(resolve => {
        const look = () => {
          if (!sent.includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
