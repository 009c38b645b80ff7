// One request of state/mail, from claim to answer: whoever renames it owns it, the claim is deleted before it is handled, and
// the answer is the request's own file. So a request is answered at most once, whatever is killed when. Relies on rename(2)
// being atomic and on the folder being ours alone; security.md 8.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../../files/errnoOf.ts'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import type { Nonce } from '../../protocol/brand.ts'
import { ANSWER_BYTES, REQUEST_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { claimName, requestName, responseName } from '../../protocol/nonce.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { type MailAnswer, Request } from '../../protocol/request.ts'

/** What became of a request: answered, or taken by another helper, or too late, or answered before. */
export type Outcome = 'answered' | 'taken' | 'expired' | 'answered-before' | 'unwritten'
/** The moments at which a helper may be killed; a test stops it at each. */
export type Step = 'listed' | 'claimed' | 'read' | 'deleted' | 'handled' | 'written'

export interface Serving {
  readonly folder: string
  readonly answer: (request: Request) => Result<MailAnswer>
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly step: (step: Step) => void
}

/** Claims, reads and answers the request `nonce`. Throws what `answer` throws, after telling the sender. */
export function serve(serving: Serving, nonce: Nonce): Outcome {
  const { folder, step } = serving
  const claim = join(folder, claimName(process.pid, nonce))
  if (!claimed(join(folder, requestName(nonce)), claim)) return 'taken'
  step('claimed')
  const request = readRequest(claim, nonce)
  step('read')
  rmSync(claim, { force: true })
  step('deleted')
  if (request.ok && request.value.expires * 1_000 < serving.now()) return 'expired'
  // A second request of the same name is a copy of the first: its answer is not replaced.
  if (existsSync(join(folder, responseName(nonce)))) return 'answered-before'
  return respond(serving, nonce, request)
}

/** Only a plain file is renamed to a claim (contents.ts), and only one rename of it succeeds. */
function claimed(request: string, claim: string): boolean {
  try {
    renameSync(request, claim)
    return true
  } catch (error) {
    if (errnoOf(error)) return false
    throw error
  }
}

function readRequest(claim: string, nonce: Nonce): Result<Request> {
  const read = readCapped(claim, REQUEST_BYTES)
  if (!read.ok) return bad(`it cannot be read (${read.problem})`)
  const parsed = parseJson(read.text)
  if (!parsed.ok) return bad(`it is no JSON (${parsed.problem})`)
  const request = Request.safeParse(parsed.value)
  if (!request.success) return bad('its operation, its keys or its values are not known')
  return request.data.nonce === nonce ? done(request.data) : bad('it bears the nonce of another request')
}

const bad = (is: string) =>
  refused('bad-request', {
    is: `the request is not handled: ${is}`,
    wanted: 'diagnose, probe or collect',
    fix: 'send it anew',
  })

function respond(serving: Serving, nonce: Nonce, request: Result<Request>): Outcome {
  let result: Result<MailAnswer>
  try {
    result = request.ok ? serving.answer(request.value) : request
  } catch (error) {
    write(serving.folder, nonce, crashed)
    throw error
  }
  serving.step('handled')
  const outcome = write(serving.folder, nonce, result)
  serving.step('written')
  return outcome
}

/** A full disk leaves room for a refusal more often than for an answer. */
function write(folder: string, nonce: Nonce, result: Result<MailAnswer>): Outcome {
  const path = join(folder, responseName(nonce))
  for (const one of [result, full]) {
    try {
      writeAside(path, responseText(nonce, one))
      return 'answered'
    } catch (error) {
      if (!errnoOf(error)) throw error
    }
  }
  return 'unwritten'
}

const crashed = refused('crashed', { is: 'the mail helper failed', wanted: 'an answer', fix: 'run it again' })
const full = refused('disk', {
  is: 'the answer cannot be written',
  wanted: 'room for it',
  fix: 'free some space',
})

/** The answer's text within ANSWER_BYTES: the oldest envelopes give way, and are counted. */
function responseText(nonce: Nonce, result: Result<MailAnswer>): string {
  const response = {
    v: 1,
    nonce,
    answer: result.ok ? result.value : null,
    refusal: result.ok ? null : result.refusal,
  }
  const text = encodeLine(response)
  const { answer } = response
  if (answer?.op !== 'collect' || Buffer.byteLength(text) <= ANSWER_BYTES) return text
  const fewer = { ...answer, envelopes: answer.envelopes.slice(0, -1), more: answer.more + 1 }
  return responseText(nonce, done(fewer))
}
