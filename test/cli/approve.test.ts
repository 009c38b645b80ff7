// `twin proposals approve` in a real terminal: what is shown, what must be typed, what is thrown away, and what no terminal gets.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { askDoor } from '../../daemon/doors/client.ts'
import { decisionDigest } from '../../daemon/spool/decisionDigest.ts'
import { proposalLines } from '../../cli/views/proposals.ts'
import { PROSE_LINES } from '../../protocol/limits.ts'
import { pathsOf, socketOf } from '../../protocol/paths.ts'
import { inWorld, propose, proposalSite, QUESTION, twinInTerminal } from './proposalSite.ts'
import { ATTACKS } from './hostileStore.ts'
import { obeyed } from './terminal.ts'
import { environment, twin, twinFile } from './twinProcess.ts'

/** Long enough that nothing of it counts as typed ahead. */
const READ = 700
const stateOf = (home: string, id: string) =>
  inWorld(home, ({ spool }) => {
    const view = spool.get(id)
    return view.ok ? view.value.state : view.refusal.code
  })

/** Shows the decision, waits until it can have been read, and types `keys`. */
async function decide(home: string, ids: readonly string[], keys: string) {
  const session = twinInTerminal(home, ['proposals', 'approve', ...ids])
  await session.until(QUESTION)
  await pause(READ)
  session.press(keys)
  return { code: await session.ended, sent: session.sent() }
}

describe('approving in a terminal', () => {
  test('applies what was shown once the start of its digest is typed', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one', 'because of the contract')
    const { code, sent } = await decide(home, [id], `${digest.slice(0, 4)}\r`)
    expect(code).toBe(0)
    expect(sent).toContain(`"${marks}/one"`.slice(0, 20))
    expect(sent).toContain('agent:claude')
    expect(sent).toMatch(/risk {5}high/)
    expect(sent).toContain('agent:claude says about it, and twin has not checked it:')
    expect(sent).toContain('because of the contract')
    expect(sent).toContain(digest)
    expect(readdirSync(marks)).toEqual(['one'])
    expect(stateOf(home, id)).toBe('applied')
  })

  test.each([
    ['other digits', 'zzzz\r'],
    ['nothing', '\r'],
    ['three digits of four', null],
    ['a word', 'yes\r'],
  ])('changes nothing where %s are typed', async (_name, keys) => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const { code, sent } = await decide(home, [id], keys ?? `${digest.slice(0, 3)}\r`)
    expect(code).toBe(6)
    expect(sent).toContain('nothing was approved')
    expect(readdirSync(marks)).toEqual([])
    expect(stateOf(home, id)).toBe('pending')
  })

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
    ['Escape', '\u001B'],
  ])('is left by %s without an approval', async (_name, key) => {
    const { home } = proposalSite()
    const { id } = propose(home, 'one')
    const { code } = await decide(home, [id], key)
    expect(code).toBe(130)
    expect(stateOf(home, id)).toBe('pending')
  })

  test('throws away what was typed before the question could be read', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const session = twinInTerminal(home, ['proposals', 'approve', id])
    session.press(`${digest.slice(0, 4)}\r`)
    await session.until(QUESTION)
    session.press(`${digest.slice(0, 4)}\r`)
    await pause(READ)
    expect(readdirSync(marks)).toEqual([])
    session.press(`${digest.slice(0, 4)}\r`)
    expect(await session.ended).toBe(0)
    expect(readdirSync(marks)).toEqual(['one'])
  })

  test('asks the same where the operation is called by its name with --confirm', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const input = JSON.stringify({ ids: [id], digest })
    const session = twinInTerminal(home, ['ops', 'call', 'proposals.approve', '--input', input, '--confirm'])
    await session.until(QUESTION)
    await pause(READ)
    expect(readdirSync(marks)).toEqual([])
    session.press(`${digest.slice(0, 4)}\r`)
    expect(await session.ended).toBe(0)
    expect(readdirSync(marks)).toEqual(['one'])
  })

  test('takes a correction with the backspace key', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    expect((await decide(home, [id], `x\u007F${digest.slice(0, 4)}\r`)).code).toBe(0)
    expect(readdirSync(marks)).toEqual(['one'])
  })

  test('decides on several that are alike by one digest over all of them', async () => {
    const { home, marks } = proposalSite()
    const first = propose(home, 'one')
    const second = propose(home, 'one', 'again')
    const digest = decisionDigest([first, second].map(({ id, digest: own }) => ({ id, digest: own })))
    const { code, sent } = await decide(home, [first.id, second.id], `${digest.slice(0, 4)}\r`)
    expect(code).toBe(0)
    expect(sent).toContain('2 proposals in one decision')
    expect(readdirSync(marks)).toEqual(['one'])
    expect([stateOf(home, first.id), stateOf(home, second.id)]).toEqual(['applied', 'applied'])
  })

  test('decides on a batch by its name', async () => {
    const { home, marks } = proposalSite()
    const both = [propose(home, 'one'), propose(home, 'one', 'again')]
    const batch = inWorld(home, ({ spool }) => {
      const listed = spool.list(['pending'])
      return listed.ok ? (listed.value[0]?.batch ?? '') : ''
    })
    const digest = decisionDigest(both.map(({ id, digest: own }) => ({ id, digest: own })))
    const { code } = await decide(home, [batch], `${digest.slice(0, 4)}\r`)
    expect(code).toBe(0)
    expect(readdirSync(marks)).toEqual(['one'])
    expect(both.map(({ id }) => stateOf(home, id))).toEqual(['applied', 'applied'])
    const again = twinInTerminal(home, ['proposals', 'approve', batch])
    expect(await again.ended).toBe(2)
    expect(again.sent()).toContain('no proposals wait that are alike under this name')
  })

  test('refuses several that are not alike before it asks', async () => {
    const { home, marks } = proposalSite()
    const both = [propose(home, 'one'), propose(home, 'two')]
    const session = twinInTerminal(home, ['proposals', 'approve', ...both.map(({ id }) => id)])
    expect(await session.ended).toBe(2)
    expect(session.sent()).toContain('not alike')
    expect(session.sent()).not.toContain(QUESTION)
    expect(readdirSync(marks)).toEqual([])
  })

  test('refuses as stale what has changed between the showing and the answer', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const session = twinInTerminal(home, ['proposals', 'approve', id])
    await session.until(QUESTION)
    const folder = join(home, 'state/spool/pending')
    const [name = ''] = readdirSync(folder).filter(each => each.includes(id))
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"one"', '"two"'))
    await pause(READ)
    session.press(`${digest.slice(0, 4)}\r`)
    expect(await session.ended).toBe(1)
    expect(session.sent()).toMatch(/not what (?:was (?:filed|shown))/)
    expect(readdirSync(marks)).toEqual([])
  })
})

describe('hostile words of a proposer', () => {
  const FORGED = ['risk     low', 'from     cli', 'digest   0000', 'Type the first 4 characters'].join('\n')
  test.each([
    ...Object.entries(ATTACKS),
    ['forged facts', FORGED],
    ['two hundred lines', Array.from({ length: 200 }, () => 'x y').join('\n')],
  ])('stay apart, capped and without power over the screen: %s', async (_name, attack) => {
    const { home } = proposalSite()
    const { id, digest } = propose(home, 'one', `${attack} end`.slice(0, 2_000))
    const { sent } = await decide(home, [id], '\r')
    expect(obeyed(sent)).toBe('')
    const lines = sent.replaceAll(/\u001B\[[\d;]*m/g, '').split('\r\n') // eslint-disable-line no-control-regex
    const marked = lines.filter(line => line.startsWith('  | '))
    expect(marked.length).toBeGreaterThan(0)
    expect(marked.length).toBeLessThanOrEqual(PROSE_LINES)
    expect(lines.filter(line => line.startsWith('risk '))).toEqual(['risk     high'])
    expect(lines.filter(line => line.startsWith('from '))).toHaveLength(1)
    for (const line of lines.filter(each => each.startsWith('digest ')))
      expect(line).toBe(`digest   ${digest}`)
    // What twin says stands on the same screen of 24 lines as the question.
    const at = lines.findIndex(line => line.includes(QUESTION))
    expect(lines.slice(Math.max(0, at - 22), at + 1).join('\n')).toContain('risk     high')
  })

  test('an argument cannot forge a fact on a line of its own', async () => {
    const { home } = proposalSite()
    const { id } = propose(home, `a${' '.repeat(70)}word 9: "safe"`)
    const { sent } = await decide(home, [id], '\r')
    expect(obeyed(sent)).toBe('')
    expect(sent).toContain('word 9: ')
    expect(sent).not.toMatch(/\r\n {2}word 9/)
  })

  test('a fact shows what would hide in it', () => {
    const { home } = proposalSite()
    const { id } = propose(home, 'one')
    const shown = inWorld(home, ({ spool }) => {
      const view = spool.get(id)
      if (!view.ok) throw new Error(view.refusal.is)
      const { proposal, facts: _facts, ...rest } = view.value
      const { kind, proposer, created, expires, prose } = proposal
      const facts = [{ name: 'word 1', value: '"a\u202E\u200Bb"' }]
      return {
        ...rest,
        kind,
        what: 'mark',
        proposer,
        created,
        expires,
        prose,
        facts,
        foreseen: null,
        problem: null,
      }
    })
    const lines = proposalLines(shown, { columns: 80, now: Date.now() }).map(line =>
      line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''),
    )
    expect(lines).toContain('  word 1: "a\\u202e\\u200bb"')
  })
})

describe('without a terminal', () => {
  /** A process of a session of its own: no terminal controls it. */
  const alone = (home: string, words: readonly string[]): Promise<{ code: number | null; stderr: string }> =>
    new Promise(resolve => {
      const child = spawn(process.execPath, [twinFile, ...words], {
        env: environment(home),
        stdio: ['pipe', 'ignore', 'pipe'],
        detached: true,
      })
      let stderr = ''
      child.stdin.end('yes\n')
      child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
      child.on('close', code => resolve({ code, stderr }))
    })

  /** The right digest, brought by a process that no terminal controls. */
  const callApprove = (home: string, id: string, digest: string) =>
    alone(home, [
      'ops',
      'call',
      'proposals.approve',
      '--input',
      JSON.stringify({ ids: [id], digest }),
      '--confirm',
    ])

  test('twin refuses to approve before it asks twind for anything', async () => {
    const { home } = proposalSite()
    const { id } = propose(home, 'one')
    const { code, stderr } = await alone(home, ['proposals', 'approve', id])
    expect(code).toBe(6)
    expect(stderr).toContain('no terminal controls this process')
    expect(stateOf(home, id)).toBe('pending')
  })

  test('the gate refuses an approval of the right digest that no terminal stands behind', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const { code, stderr } = await callApprove(home, id, digest)
    expect(code).toBe(6)
    expect(stderr).toContain('cannot be approved from here')
    expect(readdirSync(marks)).toEqual([])
    expect(stateOf(home, id)).toBe('pending')
  })

  test('twind refuses the same of a process that no terminal controls, whatever it says', async () => {
    const { home, marks } = proposalSite()
    const { id, digest } = propose(home, 'one')
    const twind = spawn(process.execPath, [twinFile.replace('twin.cjs', 'twind.cjs')], {
      env: environment(home),
      stdio: 'ignore',
      detached: true,
    })
    try {
      const socket = socketOf(pathsOf({ TWIN_HOME: home }), 'cli', null)
      const io = { signal: new AbortController().signal, progress: () => undefined }
      while ((await askDoor(socket, { name: 'status', input: {} }, io)) === undefined) await pause(50)
      const { code, stderr } = await callApprove(home, id, digest)
      expect(code).toBe(6)
      expect(stderr).toContain('cannot be approved from here')
      expect(readdirSync(marks)).toEqual([])
      const { code: inTerminal } = await decide(home, [id], `${digest.slice(0, 4)}\r`)
      expect(inTerminal).toBe(0)
      expect(readdirSync(marks)).toEqual(['one'])
    } finally {
      twind.kill()
    }
  })
})

describe('refusing', () => {
  test('takes no digest and changes nothing', async () => {
    const { home, marks } = proposalSite()
    const { id } = propose(home, 'one')
    const { code, stdout } = await twin(['proposals', 'refuse', id], environment(home))
    expect([code, stdout]).toEqual([0, `refused ${id}: a person refused it\n`])
    expect(readdirSync(marks)).toEqual([])
  })
})
