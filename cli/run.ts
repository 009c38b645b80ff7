// Runs one command: gives it its session, prints its answer or its complaint in the form asked for, and settles the exit
// code. The one place where an unforeseen error of a command becomes a sentence. Relies on output.ts for every stream.
import { homedir } from 'node:os'
import { pathsOf } from '../protocol/paths.ts'
import { terminalJson } from '../protocol/text/terminal.ts'
import { done, exitOf, refused, type Result } from '../protocol/refusal.ts'
import type { Action, Answer, Session } from './answer.ts'
import { callTwind } from './callTwind.ts'
import { complaintLines, complaintObject, complaintOf, stackLines, type Complaint } from './complaint.ts'
import { INTERRUPTED, interruption, type Interruption } from './interruption.ts'
import { rendered, wantsColour, output } from './output.ts'
import { canRedraw, progressBar } from './progressBar.ts'

/** Runs `action` as the command `name` ("twin mail probe"). Resolves to the exit code. */
export async function run(name: string, action: Action, json: boolean): Promise<number> {
  const interrupt = interruption()
  const bar = progressBar(!json && canRedraw(process.stderr, process.env) ? process.stderr : undefined)
  try {
    const session = sessionOf(interrupt, bar.update)
    const result = session.ok ? await interrupt.guard(action(session.value), name) : session
    bar.stop()
    return result.ok ? await answer(result.value, json) : await complain(result.refusal, json)
  } catch (error) {
    bar.stop()
    return unforeseen(error, name, json)
  } finally {
    interrupt.release()
  }
}

function sessionOf(interrupt: Interruption, progress: Session['progress']): Result<Session> {
  const { TWIN_HOME, HOME } = process.env
  const base = TWIN_HOME || HOME
  if (!base?.startsWith('/'))
    return refused('config', {
      is: 'neither TWIN_HOME nor HOME is an absolute path',
      wanted: 'one of them, since configuration and state lie below it',
      fix: 'set TWIN_HOME to a folder of yours',
    })
  const places = { paths: pathsOf({ TWIN_HOME, HOME }), home: HOME?.startsWith('/') ? HOME : homedir() }
  const io = { signal: interrupt.signal, progress }
  return done({
    ...places,
    now: Date.now,
    columns: process.stdout.isTTY ? process.stdout.columns || 80 : Infinity,
    platform: process.platform,
    ...io,
    call: (name, input, confirm) => callTwind(places, { name, input, ...(confirm ? { confirm } : {}) }, io),
  })
}

async function answer({ json: value, lines, problem }: Answer, json: boolean): Promise<number> {
  const text = json ? `${terminalJson(value)}\n` : rendered(lines, wantsColour(process.stdout, process.env))
  const failure = await output(process.stdout, text)
  if (failure && failure !== 'EPIPE') return complain(unwritable(failure), false)
  if (!problem) return 0
  await output(process.stderr, complaintText(problem))
  return exitOf(problem.code)
}

/** Says what went wrong on stderr, and with `json` on stdout as an object too. Resolves to the exit code. */
export async function complain(complaint: Complaint, json: boolean): Promise<number> {
  if (json) await output(process.stdout, `${terminalJson(complaintObject(complaint))}\n`)
  await output(process.stderr, complaintText(complaint))
  if (complaint.code === 'interrupted') return INTERRUPTED
  return complaint.code === 'bug' ? 1 : exitOf(complaint.code)
}

/** Says that `error` ended `name`, as the system's refusal or as a bug. Resolves to the exit code. */
export async function unforeseen(error: unknown, name: string, json: boolean): Promise<number> {
  const complaint = complaintOf(error, name)
  if (complaint.code === 'bug' && process.env['TWIN_DEBUG'] === '1')
    await output(process.stderr, rendered(stackLines(error), wantsColour(process.stderr, process.env)))
  return complain(complaint, json)
}

const complaintText = (complaint: Complaint) =>
  rendered(complaintLines(complaint), wantsColour(process.stderr, process.env))

const unwritable = (code: string) =>
  refused('disk', {
    is: `Cannot write the output: the system answered ${code}`,
    wanted: 'an output that takes what is written',
    fix: 'make room, then run it again',
  }).refusal
