// What a stage can do with the one folder that it may propose through: name its own messages, in its own verbs, to the targets of its
// run, and nothing else. Every refusal stands beside a line that is taken. Relies on runSite.ts for a run, a spool and an account.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SPOOL_NAMES, SPOOLED, SPOOLED_BYTES } from '../../../protocol/limits.ts'
import { AUTO, PROPOSE } from '../spool/mailSite.ts'
import { codeOf, valueOf } from '../spool/site.ts'
import { A, B, FOREIGN, mailOf, only, runSite } from './runSite.ts'

describe('a file of the run’s spool', () => {
  test('becomes a proposal of the run, and is applied where policy.toml and the run both say auto', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line())
    expect(await site.takeOver()).toEqual({
      applied: 1,
      pending: 0,
      refused: 0,
      stuck: 0,
      rejected: 0,
      reasons: [],
    })
    const [view] = valueOf(site.spool.list(['applied']))
    expect(view?.proposal).toMatchObject({ proposer: 'run:receipts', kind: 'mail', prose: '' })
    expect(view?.sentence).toBe('Adds one message to the collection “Receipts” of home.')
    expect(site.account.effects).toEqual(['collection.add 1 -> Receipts'])
  })
  test('of the same step taken over twice is one proposal', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line())
    site.write(`${A}.1.json`, site.line())
    const before = await site.takeOver()
    expect(before.applied).toBe(1)
    expect(await site.takeOver()).toEqual(before)
    expect(site.account.effects).toHaveLength(1)
  })
  test('with the nonce of another wish of its own is refused', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line())
    site.write(`${A}.1.json`, site.line({ op: 'flag.add', to: 'seen' }))
    expect(await site.takeOver()).toMatchObject({
      applied: 1,
      refused: 1,
      reasons: only('this nonce names another proposal already'),
    })
  })
  test.each([
    ['another message', B, {}],
    ['another step', A, { step: 'other' }],
    ['another run', A, { id: 'receipts.1764480001-fedcba9876543210' }],
  ])('with a nonce that %s has used collides with nothing', async (_, handle, changes) => {
    const site = runSite(PROPOSE)
    site.write(`${A}.0.json`, site.line())
    await site.takeOver()
    // Another change, since the same one waits already.
    site.write(`${handle}.0.json`, site.line({ handle, op: 'collection.remove', to: 'INBOX' }))
    expect(await site.takeOver(changes)).toMatchObject({ refused: 0 })
    expect(site.idsIn('pending')).toHaveLength(2)
  })
})

describe('a stage that lies about the message', () => {
  test('by the handle within the line is refused, and the other message is left alone', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line({ handle: B }))
    expect(await site.takeOver()).toMatchObject({
      rejected: 1,
      reasons: only('the line of a file names another message than the file'),
    })
    expect(site.isEmpty()).toBe(true)
  })
  test.each([
    ['a handle that the run never minted', `${FOREIGN}.0.json`, FOREIGN],
    ['a handle that is none', 'h_A.0.json', A],
    ['a path', '..%2f..%2fnew.json', A],
    ['a name that begins with a dot', `.${A}.0.json`, A],
    ['a name with a newline', `${A}.0.json\n`, A],
    ['a number with a zero before it', `${A}.01.json`, A],
    ['the adapter’s own name', 'INBOX:1.0.json', A],
  ])('by a file named after %s: it is not even opened', async (_, name, handle) => {
    const site = runSite(AUTO)
    site.write(name, site.line({ handle }))
    expect(await site.takeOver()).toMatchObject({ applied: 0, pending: 0, rejected: 1 })
    expect(site.isEmpty()).toBe(true)
  })
  test('of a message of the run that this step was not given is refused', async () => {
    const site = runSite(AUTO)
    site.write(`${B}.0.json`, site.line({ handle: B }))
    expect(await site.takeOver({ scope: new Map([[A, mailOf('1')]]) })).toMatchObject({
      rejected: 1,
      reasons: only('a file is named after a message that the step was not given'),
    })
  })
  test('by more keys than a line has, as for another account, is refused', async () => {
    const site = runSite(AUTO)
    for (const [at, more] of [
      { account: 'work' },
      { message: 'INBOX:2' },
      { ask: 'auto' },
      { from: 'Sent' },
    ].entries())
      site.write(`${A}.${at}.json`, site.line(more))
    expect(await site.takeOver()).toMatchObject({
      rejected: 4,
      reasons: only('a file is no line of the known form', 4),
    })
  })
})

describe('a stage that lies about the file', () => {
  test.each([
    ['text that is no JSON', 'collection.add'],
    ['two lines', '{"op":"trash"}\n{"op":"trash"}\n'],
    ['nothing', ''],
    ['a list', '[]'],
    [
      'a key twice',
      `{"op":"trash","op":"collection.add","handle":"${A}","to":"Receipts","nonce":"nonce-01"}`,
    ],
    ['a key of the prototype', `{"__proto__":{},"op":"trash","handle":"${A}","to":null,"nonce":"nonce-01"}`],
    ['a nonce that is none', `{"op":"collection.add","handle":"${A}","to":"Receipts","nonce":"../../x"}`],
    ['an unknown verb', `{"op":"delete","handle":"${A}","to":null,"nonce":"nonce-01"}`],
  ])('%s is rejected', async (_, text) => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, text)
    site.write(`${B}.0.json`, site.line({ handle: B }))
    expect(await site.takeOver()).toMatchObject({ applied: 1, rejected: 1 })
  })
  test('a line of the cap is taken and one a byte longer is rejected', async () => {
    const site = runSite(AUTO)
    const line = JSON.stringify(site.line())
    site.write(`${A}.0.json`, line + ' '.repeat(SPOOLED_BYTES - line.length))
    site.write(
      `${B}.0.json`,
      JSON.stringify(site.line({ handle: B })) + ' '.repeat(SPOOLED_BYTES - line.length + 1),
    )
    expect(await site.takeOver()).toMatchObject({
      applied: 1,
      rejected: 1,
      reasons: only(`a file has more than ${SPOOLED_BYTES} bytes`),
    })
  })
  test('as many files of one message as the cap are taken and one more is rejected', async () => {
    const site = runSite({ ...AUTO, 'mail.flag': 'propose' })
    for (let at = 0; at <= SPOOLED; at++)
      site.write(
        `${A}.${at}.json`,
        site.line({ op: 'flag.add', to: `word-${at}`, nonce: `nonce-${at + 10}` }),
      )
    expect(await site.takeOver()).toMatchObject({
      pending: SPOOLED,
      rejected: 1,
      reasons: only(`a message has more than ${SPOOLED} proposals of one step`),
    })
  })
  test('links, pipes, folders, devices and two gigabytes are rejected without a wait', async () => {
    const site = runSite(AUTO)
    const outside = join(site.folder, 'outside.json')
    writeFileSync(outside, JSON.stringify(site.line()))
    symlinkSync(outside, join(site.step, `${A}.0.json`))
    linkSync(outside, join(site.step, `${A}.1.json`))
    execFileSync('mkfifo', [join(site.step, `${A}.2.json`)])
    mkdirSync(join(site.step, `${A}.3.json`))
    symlinkSync('/dev/zero', join(site.step, `${A}.4.json`))
    writeFileSync(join(site.step, `${A}.5.json`), '')
    truncateSync(join(site.step, `${A}.5.json`), 2 ** 31)
    site.write(`${A}.6.json`, site.line())
    const came = await site.takeOver()
    expect(came).toMatchObject({ applied: 1, rejected: 6 })
    expect(came.reasons).toContainEqual({
      sentence: 'a file is no regular file of this user alone',
      count: 5,
    })
  })
  test('two thousand files are taken over while others of this process get their turn', async () => {
    const site = runSite(AUTO)
    for (let at = 0; at < 2_000; at++) site.write(`not-one-of-ours-${at}`, 'x')
    site.write(`${A}.0.json`, site.line())
    const came = await site.takeOver()
    expect(came.rejected).toBeGreaterThanOrEqual(SPOOL_NAMES)
    expect(came.rejected).toBeLessThanOrEqual(2_000)
    expect(came.reasons).toHaveLength(1)
  })
  test('a folder that is not there is refused as such', async () => {
    const site = runSite(AUTO)
    expect(codeOf(await site.tryTakeOver({ folder: join(site.step, 'missing') }))).toBe('disk')
  })
})

describe('a stage that wants more than its run', () => {
  test.each([
    [
      'a collection that the run names for nothing',
      { to: 'Other' },
      'the collection is none that the run’s rules name',
    ],
    [
      'a collection that looks like one',
      { to: 'Rеceipts' },
      'the collection is none that the run’s rules name',
    ],
    ['the same in other case', { to: 'receipts' }, 'the collection is none that the run’s rules name'],
    ['the same with a blank', { to: 'Receipts ' }, 'the collection is none that the run’s rules name'],
    ['the trash as a collection', { to: 'Trash' }, 'the collection is none that the run’s rules name'],
    ['no collection', { to: null }, 'collection.add names no target'],
    ['a verb that the run denies', { op: 'trash', to: null }, 'the run denies trash'],
    ['another that it denies', { op: 'expunge', to: null }, 'the run denies expunge'],
    ['a draft', { op: 'draft', to: null }, 'the stage may not propose draft'],
    ['a letter', { op: 'send', to: null }, 'the stage may not propose send'],
    [
      'a collection where the message is not',
      { op: 'collection.remove', to: 'Sent' },
      'the message is in no such collection',
    ],
    [
      'the flag that other programs throw away by',
      { op: 'flag.add', to: 'trashed' },
      'the flag "trashed" is no flag that can be set or taken away',
    ],
    ['a keyword with a blank', { op: 'flag.add', to: 'a b' }, 'it names no flag and no keyword'],
    ['a keyword that does not show', { op: 'flag.add', to: 'a\u200b' }, 'it names no flag and no keyword'],
    ['a flag that is there', { op: 'flag.remove', to: 'seen' }, 'the message has no such flag'],
  ])('%s: rejected, with the reason', async (_, line, sentence) => {
    const site = runSite({ ...AUTO, 'mail.expunge': 'propose' })
    site.write(`${A}.0.json`, site.line(line))
    expect(await site.takeOver()).toMatchObject({
      applied: 0,
      pending: 0,
      rejected: 1,
      reasons: only(sentence),
    })
    expect(site.isEmpty()).toBe(true)
  })
  test.each([
    ['a keyword that the run does not name', { op: 'flag.add', to: 'later' }],
    ['a flag that it does not name', { op: 'flag.add', to: 'flagged' }],
  ])('%s waits for a person, whatever policy.toml lets pass', async (_, line) => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line(line))
    expect(await site.takeOver()).toMatchObject({ applied: 0, pending: 1 })
    expect(site.account.effects).toEqual([])
  })
  test('a message that is there already is not added again', async () => {
    const site = runSite(AUTO)
    const places = ['INBOX', 'Receipts'].map(collection => ({
      message: `${collection}:1`,
      collection,
      flags: [],
      keywords: [],
    }))
    site.write(`${A}.0.json`, site.line())
    expect(await site.takeOver({ scope: new Map([[A, mailOf('1', { places })]]) })).toMatchObject({
      rejected: 1,
      reasons: only('the message is in the collection already'),
    })
  })
  test('a run whose account is no longer there is refused', async () => {
    const site = runSite(AUTO)
    expect(codeOf(await site.tryTakeOver({ account: 'work' }))).toBe('config')
  })
})
