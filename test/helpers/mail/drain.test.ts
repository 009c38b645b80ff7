// The request folder: each request answered at most once, in its own file, whatever else lies there.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { drain } from '../../../helpers/mail/drain.ts'
import type { Serving, Step } from '../../../helpers/mail/serve.ts'
import * as cap from '../../../protocol/limits.ts'
import { claimName, requestName, responseName } from '../../../protocol/nonce.ts'
import { done } from '../../../protocol/refusal.ts'
import type { CollectAnswer, Request } from '../../../protocol/request.ts'
import { removeTemporary, temporary } from './access.ts'
import { diagnoseRequest, echo, freshNonce, place, responseOf } from './requestFiles.ts'

afterAll(removeTemporary)

function world(more: Partial<Serving> = {}) {
  const folder = join(temporary(), 'mail')
  mkdirSync(folder, { mode: 0o700 })
  const handled: string[] = []
  const answer = (request: Request) => {
    handled.push(request.nonce)
    return echo(request)
  }
  const serving: Serving = { folder, answer, now: () => Date.now(), step: () => undefined, ...more }
  return { folder, handled, serving, run: (again: Partial<Serving> = {}) => drain({ ...serving, ...again }) }
}
const age = (path: string, seconds: number): void => {
  const then = Date.now() / 1_000 - seconds
  utimesSync(path, then, then)
}

describe('drain of proper requests', () => {
  it('answers each in its own file and leaves nothing else', () => {
    const { folder, run } = world()
    const nonces = Array.from({ length: 5 }, () => place(folder))
    expect(run().outcomes).toEqual({ answered: 5 })
    for (const nonce of nonces) {
      const response = responseOf(folder, nonce)
      expect(response?.nonce).toBe(nonce)
      expect(response?.answer).toMatchObject({ store: nonce })
    }
    expect(readdirSync(folder).toSorted()).toEqual(nonces.map(nonce => responseName(nonce)).toSorted())
  })
  it('answers the oldest first and writes files that only their owner may read', () => {
    const { folder, handled, run } = world()
    const young = place(folder)
    const old = place(folder)
    age(join(folder, requestName(old)), 100)
    run()
    expect(handled).toEqual([old, young])
    expect(statSync(join(folder, responseName(old))).mode & 0o777).toBe(0o600)
  })
  it('does nothing in an empty folder', () => {
    expect(world().run()).toMatchObject({ passes: 1, swept: 0, foreign: 0, outcomes: {} })
  })
  it('leaves a request that comes while it finishes to the next start', () => {
    const { folder, run } = world()
    place(folder)
    const late: string[] = []
    const step = (name: Step) => {
      // The last look: nothing was there, and a moment later something is.
      if (
        name === 'listed' &&
        readdirSync(folder).every(file => file.startsWith('response-')) &&
        late.length === 0
      )
        late.push(place(folder))
    }
    expect(run({ step }).outcomes).toEqual({ answered: 1 })
    expect(responseOf(folder, late[0] ?? '')).toBeUndefined()
    expect(run().outcomes).toEqual({ answered: 1 })
    expect(responseOf(folder, late[0] ?? '')?.nonce).toBe(late[0])
  })
  it('ends after fifty passes although requests keep coming', () => {
    const { folder, run } = world()
    place(folder)
    const step = (name: Step) => {
      if (name === 'listed') place(folder)
    }
    const result = run({ step })
    expect(result.passes).toBe(cap.DRAIN_PASSES)
    expect(result.outcomes).toEqual({ answered: cap.DRAIN_PASSES })
    expect(run().outcomes).toEqual({ answered: 1 })
  })
  it('takes a flood in passes of as many as may wait', () => {
    const { folder, run } = world()
    for (let i = 0; i < cap.WAITING_REQUESTS + 1; i++) place(folder)
    expect(run()).toMatchObject({ passes: 3, outcomes: { answered: cap.WAITING_REQUESTS + 1 } })
  })
})

describe('drain of requests that are none', () => {
  const refusalFor = (content: string | Buffer): string | undefined => {
    const { folder, handled, run } = world()
    const nonce = place(folder, content)
    run()
    expect(handled).toEqual([])
    const response = responseOf(folder, nonce)
    expect(response?.answer).toBeNull()
    return response?.refusal?.code
  }
  const good = { v: 1, op: 'diagnose', expires: 4_000_000_000 }
  it('refuses an operation that it does not know', () => {
    for (const op of ['read_everything', 'collect_all', '', 'Diagnose', '__proto__', 'constructor'])
      expect(refusalFor(JSON.stringify({ ...good, op })), op).toBe('bad-request')
    expect(refusalFor('{"op":"read_everything"}')).toBe('bad-request')
  })
  it('refuses an unknown key, a missing one and a value of another type', () => {
    const nonce = freshNonce()
    for (const wrong of [
      { ...good, nonce, account: 'Work' },
      { ...good, nonce, since: 1 },
      { v: 1, op: 'diagnose' },
      { ...good, nonce, v: 2 },
      { ...good, nonce, expires: '4000000000' },
      { ...good, nonce, op: 'collect' },
      { ...good, nonce, op: 'collect', since: -1 },
      { ...good, nonce, op: 'collect', since: 1.5 },
      { ...good, nonce, op: 'collect', since: 1, accounts: ['*'] },
      { ...good, nonce, op: 'collect', since: 1e300 },
      [],
      null,
      'diagnose',
    ])
      expect(refusalFor(JSON.stringify(wrong)), JSON.stringify(wrong)).toBe('bad-request')
  })
  it('refuses a key given twice and a prototype, which two readers would read differently', () => {
    const { folder, handled, run } = world()
    const twice = (nonce: string) =>
      `{"v":1,"nonce":"${nonce}","op":"probe","op":"diagnose","expires":4000000000}`
    const proto = (nonce: string) =>
      `{"v":1,"nonce":"${nonce}","op":"diagnose","expires":4000000000,"__proto__":{"admin":true}}`
    for (const make of [twice, proto]) {
      const nonce = freshNonce()
      place(folder, make(nonce), nonce)
      run()
      expect(responseOf(folder, nonce)?.refusal?.code).toBe('bad-request')
    }
    expect(handled).toEqual([])
    // The control: without its attack the same text is a request.
    const nonce = freshNonce()
    place(folder, twice(nonce).replace('"op":"probe",', ''), nonce)
    run()
    expect(handled).toEqual([nonce])
  })
  it('refuses one that bears the nonce of another', () => {
    expect(refusalFor(JSON.stringify({ ...good, nonce: freshNonce() }))).toBe('bad-request')
  })
  it('refuses one that is half written, empty, no text, too deep or not alone', () => {
    const whole = JSON.stringify({ ...good, nonce: freshNonce() })
    for (const content of [
      whole.slice(0, -5),
      '',
      Buffer.from([0xff, 0xfe, 0]),
      '['.repeat(99) + ']'.repeat(99),
      `${whole}${whole}`,
      `${whole}\n{}`,
    ])
      expect(refusalFor(content)).toBe('bad-request')
  })
  it('reads one at the cap and refuses one past it', () => {
    const { folder, handled, run } = world()
    for (const [size, count] of [
      [cap.REQUEST_BYTES, 1],
      [cap.REQUEST_BYTES + 1, 1],
    ] as const) {
      const nonce = freshNonce()
      place(folder, JSON.stringify(diagnoseRequest(nonce)).padEnd(size), nonce)
      run()
      expect(handled.length).toBe(count)
    }
  })
  it('drops one that has expired, without an answer', () => {
    const { folder, handled, run } = world()
    const nonce = freshNonce()
    place(
      folder,
      JSON.stringify({ ...diagnoseRequest(nonce), expires: Math.floor(Date.now() / 1_000) - 2 }),
      nonce,
    )
    expect(run().outcomes).toEqual({ expired: 1 })
    expect(handled).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  })
  it('does not answer a nonce whose answer still lies there', () => {
    const { folder, handled, run } = world()
    const nonce = place(folder)
    run()
    place(folder, undefined, nonce)
    expect(run().outcomes).toEqual({ 'answered-before': 1 })
    expect(handled).toEqual([nonce])
  })
})

describe('drain of hostile entries', () => {
  it('leaves and counts links, hard links, FIFOs, directories and foreign names', () => {
    const { folder, handled, run } = world()
    const outside = join(folder, '..', 'secret.json')
    writeFileSync(outside, JSON.stringify(diagnoseRequest(freshNonce())))
    const name = () => join(folder, requestName(freshNonce()))
    symlinkSync(outside, name())
    symlinkSync('/nowhere', name())
    linkSync(outside, name())
    execFileSync('mkfifo', [name()])
    mkdirSync(name())
    for (const foreign of [
      'request-1.json',
      'request-\n.json',
      '-rf',
      'request-..json',
      'répons\u202ee',
      '.DS_Store',
    ])
      writeFileSync(join(folder, foreign), '{}')
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe])]), '{}')
    const before = readdirSync(folder, { encoding: 'buffer' }).length
    const good = place(folder)
    expect(run()).toMatchObject({ foreign: 12, outcomes: { answered: 1 } })
    expect(handled).toEqual([good])
    expect(readdirSync(folder, { encoding: 'buffer' }).length).toBe(before + 1)
    expect(readFileSync(outside, 'utf8')).toContain('diagnose')
  })
  it('leaves a request of another user', ctx => {
    if (process.getuid?.() !== 0) ctx.skip('only root can give a file away')
    const { folder, handled, run } = world()
    const nonce = place(folder)
    execFileSync('chown', ['65534', join(folder, requestName(nonce))])
    expect(run()).toMatchObject({ foreign: 1, outcomes: {} })
    expect(handled).toEqual([])
  })
  it('reads nothing through a link that takes the place of a listed request', () => {
    const { folder, handled, run } = world()
    const outside = join(folder, '..', 'outside')
    const nonce = place(folder)
    writeFileSync(outside, JSON.stringify(diagnoseRequest(nonce)))
    const step = (name: Step) => {
      if (name !== 'listed' || !existsSync(join(folder, requestName(nonce)))) return
      rmSync(join(folder, requestName(nonce)))
      symlinkSync(outside, join(folder, requestName(nonce)))
    }
    run({ step })
    expect(handled).toEqual([])
    expect(responseOf(folder, nonce)?.refusal?.code).toBe('bad-request')
    expect(existsSync(outside)).toBe(true)
  })
  it('does not write through a link where the answer belongs', () => {
    const { folder, run } = world()
    const target = join(folder, '..', 'target')
    const nonce = place(folder)
    symlinkSync(target, join(folder, responseName(nonce)))
    run()
    expect(existsSync(target)).toBe(false)
    expect(lstatSync(join(folder, responseName(nonce))).isSymbolicLink()).toBe(false)
    expect(responseOf(folder, nonce)?.nonce).toBe(nonce)
  })
  it('takes no request that another helper renamed first', () => {
    const { folder, handled, run } = world()
    const nonce = place(folder)
    const step = (name: Step) => {
      const request = join(folder, requestName(nonce))
      if (name === 'listed' && existsSync(request)) renameSync(request, join(folder, claimName(99, nonce)))
    }
    expect(run({ step }).outcomes).toEqual({ taken: 1 })
    expect(handled).toEqual([])
  })
})

describe('drain of what was left behind', () => {
  const leftovers = (folder: string): string[] =>
    [
      requestName(freshNonce()),
      claimName(123, freshNonce()),
      responseName(freshNonce()),
      `.${responseName(freshNonce())}.0123456789abcdef.tmp`,
      `.${requestName(freshNonce())}.0123456789abcdef.tmp`,
    ].map(name => {
      writeFileSync(join(folder, name), 'x')
      return join(folder, name)
    })
  it('sweeps requests, claims, answers and half-written files by age', () => {
    const { folder, run } = world()
    const stale = leftovers(folder)
    for (const path of stale) age(path, cap.STALE_SECONDS + 5)
    expect(run().swept).toBe(5)
    expect(readdirSync(folder)).toEqual([])
  })
  it('keeps what is younger than that', () => {
    const { folder, run } = world()
    for (const path of leftovers(folder).slice(1)) age(path, cap.STALE_SECONDS - 30)
    rmSync(join(folder, readdirSync(folder).find(name => name.startsWith('request-')) ?? 'none'))
    expect(run().swept).toBe(0)
    expect(readdirSync(folder).length).toBe(4)
  })
  it('sweeps what comes from the future after a clock was set back', () => {
    const { folder, run } = world()
    for (const path of leftovers(folder)) age(path, -30 * 86_400)
    expect(run().swept).toBe(5)
  })
  it('sweeps a copy of the index once nobody writes to it', () => {
    const { folder, run } = world()
    const copies = ['.copy-99-0123456789abcdef', '.copy-99-0123456789abcdef-wal'].map(name =>
      join(folder, name),
    )
    for (const path of copies) writeFileSync(path, 'mail')
    expect(run().swept).toBe(0)
    for (const path of copies) age(path, cap.COPY_STALE_SECONDS + 2)
    expect(run().swept).toBe(2)
  })
  it('answers although the clock jumps a year forward or back between two looks', () => {
    for (const jump of [-365, 365]) {
      const { folder, run } = world()
      const nonce = place(folder)
      let looks = 0
      const now = () => Date.now() + (looks++ === 0 ? 0 : jump * 86_400_000)
      const { outcomes } = run({ now })
      expect([{ answered: 1 }, { expired: 1 }]).toContainEqual(outcomes)
      expect(responseOf(folder, nonce) !== undefined).toBe(jump < 0)
    }
  })
})

describe('drain of answers', () => {
  it('tells the sender when answering fails by our own fault, and ends', () => {
    const { folder, run } = world()
    const nonce = place(folder)
    const answer = () => {
      throw new TypeError('a bug')
    }
    expect(() => run({ answer })).toThrow('a bug')
    expect(responseOf(folder, nonce)?.refusal?.code).toBe('crashed')
  })
  it('keeps an answer within its cap by leaving the oldest envelopes to the count of more', () => {
    const { folder, run } = world()
    const nonce = place(folder)
    const control = '\u0001'
    const envelope = {
      from: { name: control.repeat(200), address: control.repeat(320) },
      subject: control.repeat(300),
      preview: control.repeat(600),
      sent: null,
      received: null,
      read: false,
      flagged: false,
      category: null,
      urgent: false,
      highImpact: false,
      writtenTo: 0,
      direct: false,
      verified: null,
      account: control.repeat(300),
      mailbox: control.repeat(300),
      messageId: control.repeat(998),
      noLink: null,
    }
    const full: CollectAnswer = {
      op: 'collect',
      envelopes: Array.from({ length: cap.ENVELOPES }, () => envelope),
      more: 7,
      accounts: Array.from({ length: cap.ACCOUNTS }, () => ({
        label: control.repeat(300),
        inScope: true,
        messages: 1,
      })),
      leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
      layout: '10d',
      degraded: Array.from({ length: 32 }, () => control.repeat(600)),
      how: 'copy',
      ms: { copy: 0, query: 0 },
    }
    run({ answer: () => done(full) })
    const path = join(folder, responseName(nonce))
    expect(statSync(path).size).toBeLessThanOrEqual(cap.ANSWER_BYTES)
    const { answer } = responseOf(folder, nonce) ?? {}
    if (answer?.op !== 'collect') throw new Error('Cannot find the answer')
    expect(answer.envelopes.length + answer.more).toBe(cap.ENVELOPES + 7)
    expect(answer.envelopes.length).toBeLessThan(cap.ENVELOPES)
  })
})
