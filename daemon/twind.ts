// The process `twind`, and `twin daemon`: its command line, its signals, its log. What it then does is reside.ts. Relies on a
// person, launchd or systemd to start it, and on SIGTERM, SIGINT or SIGHUP to end it.
import { parseArgs } from 'node:util'
import { version } from '../files/version.ts'
import { pathsOf } from '../protocol/paths.ts'
import { exitOf, refusalText, refused, type Result } from '../protocol/refusal.ts'
import { log } from './log.ts'
import { reside } from './reside.ts'

const HELP = `Usage: twind [--help] [--version]

Runs twin in the foreground until it is told to end (SIGTERM, SIGINT or SIGHUP): makes
the brief and runs your jobs by the schedule, and answers "twin", the menu bar, the
local page and the agents that twin.toml declares. "twin daemon" does the same; launchd
or systemd start it for you. One runs at a time. What it does is told on stderr.

Reads twin.toml and policy.toml in $TWIN_HOME or ~/.config/twin, again when they change.

Example: twind

Exit codes: 0 it was told to end; 1 it cannot run, or another one runs; 2 wrong usage
or configuration.
`

/** `words`: the command line behind the program's name. Resolves to the exit code; a bug of our own ends the process. */
export async function twind(words: readonly string[]): Promise<number> {
  process.title = 'twind'
  process.umask(0o077)
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', endBroken)
  const asked = read(words)
  if (asked === 'help') return print(HELP)
  if (asked === 'version') return print(`twind ${version()}\n`)
  const ended = asked === 'run' ? await run() : usage
  if (ended.ok) return 0
  process.stderr.write(refusalText('twind', ended.refusal))
  return exitOf(ended.refusal.code)
}

function read(words: readonly string[]): 'help' | 'version' | 'run' | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'V' } },
    })
    return values.help ? 'help' : values.version ? 'version' : 'run'
  } catch {
    return undefined
  }
}

function run(): Promise<Result<void>> {
  const home = process.env['HOME'] ?? ''
  if (!(process.env['TWIN_HOME'] || home).startsWith('/')) return Promise.resolve(homeless)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  const paths = pathsOf({ TWIN_HOME: process.env['TWIN_HOME'], HOME: home })
  return reside({ paths, home, signal: stop.signal, log })
}

/** The message of an error may hold more than a log should; TWIN_DEBUG=1 shows it. */
function endBroken(error: Error): never {
  log(`error: a bug of twin's own (${error.name}) ended twind`)
  if (process.env['TWIN_DEBUG'] === '1') for (const line of (error.stack ?? '').split('\n')) log(line)
  process.exit(1)
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

const usage = refused('usage', {
  is: 'twind does not know these arguments',
  wanted: 'none, --help or --version',
  fix: 'run "twind --help"',
})
const homeless = refused('config', {
  is: 'neither TWIN_HOME nor HOME is an absolute path',
  wanted: 'a place for configuration and state',
  fix: 'set HOME to your home folder',
})
