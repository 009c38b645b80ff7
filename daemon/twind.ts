// The process `twind`: makes one brief and ends, for cron, launchd and systemd timers. One line a step on stderr, none with a
// word of the mail. Relies on makeBrief.ts for everything but the words.
import { parseArgs } from 'node:util'
import { readScope } from '../files/configuration.ts'
import { version } from '../files/version.ts'
import { pathsOf } from '../protocol/paths.ts'
import { exitOf, refusalText, refused, type Result } from '../protocol/refusal.ts'
import { terminalText } from '../protocol/text/terminal.ts'
import { type MadeBrief, makeBrief } from './makeBrief.ts'

const HELP = `Usage: twind [--help] [--version]

Makes one brief, writes the note into the vault, and ends: what a timer starts. A
person would rather use "twin brief". What is done is told on stderr, a line a step.

Reads twin.toml and policy.toml in $TWIN_HOME or ~/.config/twin.

Example: twind

Exit codes: 0 done; 1 failed; 2 wrong usage or configuration; 3 no access to Mail;
4 the model asked for is not usable; 5 cannot confine.
`

/** `words`: the command line behind the program's name. Resolves to the exit code; a bug of our own ends the process. */
export async function twind(words: readonly string[]): Promise<number> {
  process.umask(0o077)
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', endBroken)
  const asked = read(words)
  if (asked === 'help') return print(HELP)
  if (asked === 'version') return print(`twind ${version()}\n`)
  const made = asked === 'brief' ? await brief() : usage
  if (made.ok) return 0
  process.stderr.write(refusalText('twind', made.refusal))
  return exitOf(made.refusal.code)
}

function read(words: readonly string[]): 'help' | 'version' | 'brief' | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'V' } },
    })
    return values.help ? 'help' : values.version ? 'version' : 'brief'
  } catch {
    return undefined
  }
}

async function brief(): Promise<Result<MadeBrief>> {
  const home = process.env['HOME'] ?? ''
  if (!(process.env['TWIN_HOME'] || home).startsWith('/')) return homeless
  const paths = pathsOf({ TWIN_HOME: process.env['TWIN_HOME'], HOME: home })
  const config = readScope(paths)
  if (!config.ok) return config
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())
  return makeBrief({
    config: config.value,
    paths,
    home,
    dryRun: false,
    now: Date.now,
    onProgress: () => undefined,
    log: tell,
    signal: stop.signal,
  })
}

function tell(line: string): void {
  process.stderr.write(`twind: ${terminalText(line)}\n`)
}

/** The message of an error may hold more than a log should; TWIN_DEBUG=1 shows it. */
function endBroken(error: Error): never {
  tell(`error: a bug of twin's own (${error.name})`)
  tell('wanted: a brief, or a refusal that says what stood in the way')
  tell('hint: run it again with TWIN_DEBUG=1 and report what it prints')
  if (process.env['TWIN_DEBUG'] === '1') for (const line of (error.stack ?? '').split('\n')) tell(line)
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
