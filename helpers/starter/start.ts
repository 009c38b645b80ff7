// Starts the mail helper under its profile and waits for its end: what a person or systemd does, and what twind does by itself.
// Relies on native/mailProfile.ts for the profile and on the launcher, whose child dies with this process. On macOS never for a
// store behind Full Disk Access: the grant belongs to the helper's own agent, not to whatever program started this one.
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errnoOf } from '../../files/errnoOf.ts'
import { launch } from '../../native/launch.ts'
import { mailArgs, type MailLayout, mailProfile } from '../../native/mailProfile.ts'
import { protectedFolder } from '../../native/protectedFolder.ts'
import { CHILD_TEXT_BYTES, MAIL_SECONDS } from '../../protocol/limits.ts'
import { exitOf, type Refusal, refusalText, refused, type Result } from '../../protocol/refusal.ts'
import { terminalText } from '../../protocol/text/terminal.ts'
import { onlyOne } from './onlyOne.ts'
import { type Asked, askedBy, HELP } from './asked.ts'

/** `argv`: process.argv. Resolves to the exit code. */
export async function start(argv: readonly string[]): Promise<number> {
  const asked = askedBy(argv.slice(2))
  if (asked.do === 'help') return say(HELP)
  if (asked.do === 'version') return say(`twin-mail ${await ownVersion()}\n`)
  if (asked.do === 'refuse') return fail(usage)
  const script = join(dirname(realpathSync(argv[1] ?? '')), 'mail.cjs')
  const layout = mayRead(mailProfile(process.env, script), asked)
  if (!layout.ok) return fail(layout.refusal)
  if (asked.do === 'selftest')
    return runHelper(layout.value, script, [asked.which, ...(asked.json ? ['--json'] : [])])
  const lock = await onlyOne(dirname(layout.value.mail)).catch(withoutLock)
  if (!lock) return 0
  if ('code' in lock) return fail(lock)
  const code = await runHelper(layout.value, script, [])
  lock.close()
  return code
}

/** A selftest reads no mail, so it may run anywhere. */
function mayRead(layout: Result<MailLayout>, asked: Asked): Result<MailLayout> {
  if (!layout.ok || process.platform !== 'darwin' || asked.do === 'selftest') return layout
  const home = process.env['HOME'] ?? ''
  const inside = [layout.value.store, layout.value.accountsDb]
    .map(path => protectedFolder(path, home))
    .find(Boolean)
  return inside ? behindGrant(inside) : layout
}

/** The helper's exit code; 1 where it was killed, by this process after MAIL_SECONDS or by another. */
function runHelper(layout: MailLayout, script: string, command: readonly string[]): Promise<number> {
  const { file, args, env } = launch(layout.profile, script, {
    args: [...mailArgs(layout), ...command],
    env: environment(),
  })
  // Not the person's own terminal: a helper that was taken over would read what is typed there and write what the terminal obeys.
  const child = spawn(file, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  relay(child.stdout, process.stdout)
  relay(child.stderr, process.stderr)
  const timer = setTimeout(() => child.kill('SIGKILL'), MAIL_SECONDS * 1_000)
  return new Promise(resolve => {
    child.once('error', () => resolve(fail(unstarted(file))))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      resolve(code ?? fail(killed(signal)))
    })
  })
}

/**
 * What the helper on macOS makes its own profile from; on Linux the launcher passes these and nothing else. The helper tells
 * time in seconds alone, so it is given no zone of its own: to find this machine's takes as long as half a start.
 */
function environment(): Record<string, string> {
  const { HOME, TWIN_HOME } = process.env
  return { TZ: 'UTC', ...(HOME && { HOME }), ...(TWIN_HOME && { TWIN_HOME }) }
}

async function ownVersion(): Promise<string> {
  const { version } = await import('../../files/version.ts')
  return version()
}

/** Passes on the first bytes of what the helper prints, once it has ended, as text that no terminal obeys. */
function relay(from: NodeJS.ReadableStream, to: NodeJS.WritableStream): void {
  const kept: Buffer[] = []
  let left = CHILD_TEXT_BYTES
  from.on('data', (bytes: Buffer) => {
    if (left > 0) kept.push(bytes.subarray(0, left))
    left -= Math.min(left, bytes.length)
  })
  from.once('end', () => to.write(shown(Buffer.concat(kept).toString('utf8'))))
}

const shown = (text: string): string => text.split('\n').map(terminalText).join('\n')

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

function fail(refusal: Refusal): number {
  process.stderr.write(refusalText('twin-mail', refusal))
  return exitOf(refusal.code)
}

const usage = refused('usage', {
  is: 'the arguments are not known',
  wanted: 'none, or one selftest',
  fix: 'run "twin-mail --help"',
}).refusal

/** A bug of twin's own has no errno and is thrown on. */
function withoutLock(error: unknown): Refusal {
  const errno = errnoOf(error)
  if (!errno) throw error
  return refused('disk', {
    is: `no lock can be made in the state folder (${errno})`,
    wanted: 'a state folder that this user may write',
    fix: 'give it back to this user, or set TWIN_HOME to another folder',
  }).refusal
}

const behindGrant = (folder: string) =>
  refused('no-access', {
    is: `the store lies in ${folder}, which only the mail helper’s own agent may read`,
    wanted: 'that agent to start it',
    fix: 'run "twin install"',
  })

const unstarted = (file: string): Refusal =>
  refused('cannot-confine', {
    is: `${file} does not start`,
    wanted: 'the built launcher',
    fix: 'run "npm run build"',
  }).refusal

const killed = (signal: string | null): Refusal =>
  refused('crashed', { is: `the helper was killed (${signal})`, wanted: 'an exit code', fix: 'run it again' })
    .refusal
