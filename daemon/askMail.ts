// Asks the mail helper one thing: a request file of its own, a start, an answer file of its own. Relies on protocol/request.ts
// for both shapes and on the state folder being ours alone; security.md 8 lists the attacks.
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readCapped } from '../files/readCapped.ts'
import { writeAside } from '../files/writeAside.ts'
import type { Nonce } from '../protocol/brand.ts'
import { ANSWER_BYTES, REQUEST_SECONDS, WAITING_REQUESTS } from '../protocol/limits.ts'
import { encodeLine, parseJson } from '../protocol/line.ts'
import { nonceFrom, nonceOfRequest, requestName, responseName } from '../protocol/nonce.ts'
import { done, refused, type RefusalCode, type Result } from '../protocol/refusal.ts'
import { type MailAnswer, Response } from '../protocol/request.ts'
import { attempt } from './attempt.ts'
import { keepStarting } from './keepStarting.ts'
import { privateFolder } from './privateFolder.ts'
import { removeTree } from './removeTree.ts'
import { type MailPlace, mailStarter, type StartMail } from './startMail.ts'

export interface MailContext extends MailPlace {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
}
export type MailAsk =
  { readonly op: 'diagnose' } | { readonly op: 'probe' } | { readonly op: 'collect'; readonly since: number }
type AnswerTo<A extends MailAsk> = Extract<MailAnswer, { op: A['op'] }>

const POLL_MILLISECONDS = 10

/** The helper's answer, checked. `since`: Unix seconds. Refused with the helper's own refusal, or when it does not answer. */
export async function askMail<A extends MailAsk>(context: MailContext, ask: A): Promise<Result<AnswerTo<A>>> {
  const { state, mail } = context.paths
  for (const folder of [state, mail]) {
    const checked = privateFolder(folder)
    if (!checked.ok) return checked
  }
  const starter = await mailStarter(context)
  return starter.ok ? askThrough(starter.value, context, ask) : starter
}

/** The same with the way to start the helper given. */
export async function askThrough<A extends MailAsk>(
  start: StartMail,
  context: MailContext,
  ask: A,
): Promise<Result<AnswerTo<A>>> {
  const { mail } = context.paths
  const nonce = nonceFrom(process.pid, process.hrtime.bigint(), randomBytes(16))
  const request = join(mail, requestName(nonce))
  const response = join(mail, responseName(nonce))
  const expires = Math.floor(context.now() / 1_000) + REQUEST_SECONDS
  const placed = attempt('disk', 'the request to the mail helper', () => {
    writeAside(request, encodeLine({ v: 1, nonce, ...ask, expires }))
    const waits = waitingBeside(request)
    return readdirSync(mail).filter(name => nonceOfRequest(name) && waits(join(mail, name))).length
  })
  if (!placed.ok) return placed
  if (placed.value > WAITING_REQUESTS) return (remove(request), tooMany)
  const starts = keepStarting(start, { wanted: () => existsSync(request), signal: context.signal })
  try {
    for (;;) {
      const answer = readAnswer(response, nonce, ask)
      if (answer) return answer
      const failure = starts.failure()
      if (failure) return { ok: false, refusal: failure }
      await pause(POLL_MILLISECONDS)
    }
  } finally {
    for (const path of [request, response]) remove(path)
    await starts.ended()
  }
}

/**
 * Whether a path is a request that somebody still waits for, by the file system's own clock. What a helper that was taken over
 * planted under such names (folders, or files that nobody takes) would else keep every later request away.
 */
function waitingBeside(own: string): (path: string) => boolean {
  const now = lstatSync(own).mtimeMs
  return path => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true && Math.abs(now - stat.mtimeMs) < REQUEST_SECONDS * 1_000
  }
}

/** What cannot be removed is left: the answer is known by then, and no later request has this name. */
function remove(path: string): void {
  attempt('disk', 'the answer of the mail helper', () => {
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) removeTree(path)
    else rmSync(path, { force: true })
  })
}

const tooMany = refused('busy', {
  is: `${WAITING_REQUESTS} requests wait for the mail helper`,
  wanted: 'fewer',
  fix: 'wait a minute, then run the same command again',
})

/** Undefined while there is no answer file. */
function readAnswer<A extends MailAsk>(path: string, nonce: Nonce, ask: A): Result<AnswerTo<A>> | undefined {
  const read = readCapped(path, ANSWER_BYTES)
  if (!read.ok)
    return read.problem === 'absent'
      ? undefined
      : unfit(read.problem === 'too-long' ? 'too-long' : 'wrong-shape', read.problem)
  const parsed = parseJson(read.text)
  if (!parsed.ok) return unfit('not-json', parsed.problem)
  const response = Response.safeParse(parsed.value)
  if (!response.success) return unfit('wrong-shape', 'another shape')
  const { answer, refusal } = response.data
  if (response.data.nonce !== nonce) return unfit('wrong-shape', 'the answer to another request')
  if (refusal && !answer) return { ok: false, refusal }
  return answer && !refusal && isTo(answer, ask)
    ? done(answer)
    : unfit('wrong-shape', 'the answer to another question')
}

const isTo = <A extends MailAsk>(answer: MailAnswer, ask: A): answer is AnswerTo<A> => answer.op === ask.op

const unfit = (code: RefusalCode, is: string) =>
  refused(code, {
    is: `the mail helper's answer cannot be used (${is})`,
    wanted: 'one answer of the agreed shape in the file of this request',
    fix: 'run the same command again; if this stays, run "twin mail diagnose"',
  })
