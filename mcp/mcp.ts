// The process behind `twin mcp`: reads the command line, says on stderr what stands in the way, and serves MCP on stdin and stdout
// until stdin closes. Relies on serveMcp.ts for everything that is said on stdout.
import { parseArgs } from 'node:util'
import { version } from '../files/version.ts'
import { NAME } from '../protocol/door.ts'
import { pathsOf } from '../protocol/paths.ts'
import { exitOf, refused, refusalText, type Result } from '../protocol/refusal.ts'
import { terminalText } from '../protocol/text/terminal.ts'
import { askTwind } from './askTwind.ts'
import { instructions } from './instructions.ts'
import { lineTransport } from './lineTransport.ts'
import { workspacesIn } from './offered.ts'
import { serveMcp } from './serveMcp.ts'

/** `words`: the command line behind the program's name. Resolves to the exit code once stdin has closed. */
export async function mcp(words: readonly string[]): Promise<number> {
  process.stderr.on('error', () => undefined)
  process.on('uncaughtException', endBroken)
  const agent = agentOf(words)
  if (!agent.ok) {
    process.stderr.write(refusalText('twin mcp', agent.refusal))
    return exitOf(agent.refusal.code)
  }
  const { TWIN_HOME, HOME } = process.env
  if (!(TWIN_HOME || HOME)?.startsWith('/')) {
    process.stderr.write(refusalText('twin mcp', homeless.refusal))
    return exitOf(homeless.refusal.code)
  }
  const ask = askTwind(pathsOf({ TWIN_HOME, HOME }), agent.value)
  const status = await ask('status', { input: {} })
  if (!status.ok) process.stderr.write(refusalText('twin mcp', status.refusal))
  await serveMcp({
    version: version(),
    instructions: instructions(workspacesIn(status)),
    ask,
    transport: lineTransport(process.stdin, process.stdout),
    log: tell,
  })
  return 0
}

function agentOf(words: readonly string[]): Result<string> {
  const named = parsed(words)
  if (named === undefined || !NAME.test(named)) return usage
  return { ok: true, value: named }
}

function parsed(words: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...words], options: { agent: { type: 'string' } } }).values.agent
  } catch {
    return undefined
  }
}

function tell(line: string): void {
  process.stderr.write(`twin mcp: ${terminalText(line)}\n`)
}

/** The message of an error may hold more than a log should; TWIN_DEBUG=1 shows it. */
function endBroken(error: Error): never {
  tell(`error: a bug of twin's own (${error.name})`)
  tell('hint: start it again with TWIN_DEBUG=1 and report what it prints')
  if (process.env['TWIN_DEBUG'] === '1') for (const line of (error.stack ?? '').split('\n')) tell(line)
  process.exit(1)
}

const usage = refused('usage', {
  is: 'twin mcp does not know whom it speaks for',
  wanted: '--agent NAME, a name such as "claude": lower-case letters, digits and "-"',
  fix: 'run "twin mcp --agent NAME" with the name of a table [agents.NAME] of twin.toml',
})
const homeless = refused('config', {
  is: 'neither TWIN_HOME nor HOME is an absolute path',
  wanted: 'a place for configuration and state',
  fix: 'set HOME to your home folder',
})
