// What a stage can do with the one folder that it may propose through: name its own messages, in its own verbs, to the targets of its
// run, and nothing else. Every refusal stands beside a line that is taken. Relies on runSite.ts for a run, a spool and an account.
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { DRAFT_RECORD_BYTES, SPOOL_NAMES, SPOOLED, SPOOLED_BYTES } from '../../../protocol/limits.ts'
import { AUTO, PROPOSE } from '../spool/mailSite.ts'
import { approve, codeOf, valueOf } from '../spool/site.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { A, B, C, FOREIGN, mailOf, RULES, runSite } from './runSite.ts'

const only = (sentence: string, count = 1) => [{ sentence, count }]

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
    ['another message', `${B}.0.json`, { handle: B }, {}],
    ['another step', `${A}.0.json`, {}, { step: 'other' }],
    ['another run', `${A}.0.json`, {}, { id: 'receipts.1764480001-fedcba9876543210' }],
  ])('with a nonce that %s has used collides with nothing', async (_, name, line, changes) => {
    const site = runSite(PROPOSE)
    site.write(`${A}.0.json`, site.line())
    await site.takeOver()
    site.write(name, site.line(line))
    await site.takeOver(changes)
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

const DRAFT = { op: 'draft', to: null }
const LINT = { proposes: ['draft', 'send'] as const, rules: { auto: ['draft'], deny: [], rate: '9/h' } }
const linted = (changes: object = {}): object => {
  const draft = { to: ['ann@example.org'], cc: [], subject: 'yes', body: 'I agree.' }
  const raw = rawMessage({ ...draft, from: null, inReplyTo: null, references: [], now: 1_764_480_000 })
  return {
    ...draft,
    urls: [],
    flags: [],
    raw,
    original: { to: draft.to, subject: 'yes', body: 'I agree.' },
    ...changes,
  }
}

describe('a draft', () => {
  /** A step of draft-lint: its output for A is `record`, and it proposes the draft of A. */
  async function drafted(record: object | string | null, name = `${A}.json`) {
    const site = runSite(AUTO)
    const drafts = temporaryFolder()
    if (record !== null)
      writeFileSync(join(drafts, name), typeof record === 'string' ? record : JSON.stringify(record))
    site.write(`${A}.0.json`, site.line(DRAFT))
    return { site, came: await site.takeOver({ ...LINT, drafts }) }
  }
  test('is proposed as draft-lint has left it, and its bytes are put into the drafts', async () => {
    const { site, came } = await drafted(linted())
    expect(came).toMatchObject({ applied: 1, rejected: 0 })
    expect(site.account.effects).toEqual(['draft -> Drafts'])
    expect(site.account.raws[0]).toContain('To: ann@example.org\r\n')
  })
  test.each([
    ['no output of draft-lint', null, undefined],
    ['the output for another message', linted(), `${B}.json`],
    ['an output of another shape', '{"to":["ann@example.org"]}', undefined],
    ['an output that is no JSON', 'x', undefined],
    ['bytes with another recipient than it says', linted({ to: ['bob@example.org'] }), undefined],
    ['bytes with another text than it says', linted({ body: 'I do not agree.' }), undefined],
    [
      'bytes with a hidden copy',
      linted({ raw: 'Bcc: eve@example.org\r\nTo: ann@example.org\r\n\r\nx\r\n' }),
      undefined,
    ],
  ])('of which there is %s is rejected', async (_, record, name) => {
    const { site, came } = await drafted(record, name)
    expect(came).toMatchObject({ applied: 0, pending: 0, rejected: 1 })
    expect(site.account.effects).toEqual([])
  })
  test('of a record of the cap is taken and one of a byte more is rejected', async () => {
    const record = JSON.stringify(linted())
    const padded = (bytes: number) => record + ' '.repeat(bytes - record.length)
    expect((await drafted(padded(DRAFT_RECORD_BYTES))).came).toMatchObject({ applied: 1 })
    expect((await drafted(padded(DRAFT_RECORD_BYTES + 1))).came).toMatchObject({ rejected: 1 })
  })
  test('of a step that is not draft-lint is rejected, whatever its manifest says', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line(DRAFT))
    expect(await site.takeOver({ ...LINT, drafts: null })).toMatchObject({
      rejected: 1,
      reasons: only('only draft-lint proposes a draft, of what it has made of it'),
    })
  })
  test('that is to be sent waits at most, and is refused by an account that sends nothing', async () => {
    const site = runSite({ 'mail.send': 'propose' })
    const drafts = temporaryFolder()
    writeFileSync(join(drafts, `${A}.json`), JSON.stringify(linted()))
    site.write(`${A}.0.json`, site.line({ op: 'send', to: null }))
    expect(await site.takeOver({ ...LINT, drafts })).toMatchObject({ applied: 0, pending: 1 })
    expect(valueOf(await approve(site, site.idsIn('pending')))).toMatchObject([
      { state: 'refused', why: 'an account of this kind cannot do send', risk: 'high' },
    ])
    expect(site.account.effects).toEqual([])
  })
})

/** policy.toml by what the run says: what is filed, and where. */
const MATRIX = [
  ['never', 'auto', 'refused'],
  ['never', 'person', 'refused'],
  ['never', 'deny', 'rejected'],
  ['propose', 'auto', 'pending'],
  ['propose', 'person', 'pending'],
  ['propose', 'deny', 'rejected'],
  ['auto', 'auto', 'applied'],
  ['auto', 'person', 'pending'],
  ['auto', 'deny', 'rejected'],
] as const
/** Each verb as a stage asks for it, and the capability that it needs. */
const VERBS_ASKED = [
  ['collection.add', 'Receipts', 'mail.collection'],
  ['collection.remove', 'INBOX', 'mail.collection'],
  ['flag.add', 'flagged', 'mail.flag'],
  ['flag.remove', 'seen', 'mail.flag'],
  ['trash', null, 'mail.trash'],
] as const

describe('policy.toml is the ceiling over every run', () => {
  const cases = MATRIX.flatMap(([grant, ask, comes]) =>
    VERBS_ASKED.map(([op, to, capability]) => ({ grant, ask, comes, op, to, capability })),
  ).filter(({ op, ask }) => op !== 'collection.add' || ask !== 'person')
  test.each(cases)('$op under "$grant", which the run says "$ask" to, is $comes', async one => {
    const site = runSite({ [one.capability]: one.grant })
    const rule = one.to === null ? one.op : `${one.op} -> ${one.to}`
    const rules = {
      auto: one.ask === 'person' ? [] : ['collection.add -> Receipts', rule],
      deny: one.ask === 'deny' ? [one.op] : [],
      rate: '200/h',
    }
    const places = [
      { message: 'INBOX:1', collection: 'INBOX', flags: ['seen'], keywords: [] },
      { message: 'Sent:1', collection: 'Sent', flags: [], keywords: [] },
    ]
    site.account.box.set('Sent', new Set(['1']))
    site.write(`${A}.0.json`, site.line({ op: one.op, to: one.to }))
    const came = await site.takeOver({ rules, scope: new Map([[A, mailOf('1', { places })]]) })
    expect(came).toMatchObject({ applied: 0, pending: 0, refused: 0, rejected: 0, [one.comes]: 1 })
    expect(site.account.effects).toHaveLength(one.comes === 'applied' ? 1 : 0)
    if (one.comes === 'refused' || one.comes === 'rejected') expect(site.isEmpty()).toBe(true)
  })
  test('what is irreversible waits for a person even where policy.toml and the run allow all that they can', async () => {
    const site = runSite({ 'mail.expunge': 'propose' })
    site.write(`${A}.0.json`, site.line({ op: 'expunge', to: null }))
    const rules = { auto: ['expunge'], deny: [], rate: '200/h' }
    expect(await site.takeOver({ rules })).toMatchObject({ applied: 0, pending: 1 })
    expect(valueOf(site.spool.list(['pending']))[0]?.risk).toBe('high')
  })
})

describe('the rate of a run', () => {
  test('what is over it waits for a person and is not lost; a later hour has room again', async () => {
    const site = runSite(AUTO)
    for (const [at, handle] of [A, B, C].entries())
      site.write(`${handle}.0.json`, site.line({ handle, nonce: `nonce-0${at}` }))
    expect(await site.takeOver({ rules: { ...RULES, rate: '2/h' } })).toMatchObject({
      applied: 2,
      pending: 1,
    })
    site.clock.now += 3_601_000
    site.write(`${A}.1.json`, site.line({ op: 'flag.add', to: 'seen', nonce: 'nonce-10' }))
    expect(await site.takeOver({ rules: { ...RULES, rate: '2/h' } })).toMatchObject({
      applied: 3,
      pending: 1,
    })
  })
  test('it outlives the process that counted', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line())
    const rules = { ...RULES, rate: '1/h' }
    expect(await site.takeOver({ rules })).toMatchObject({ applied: 1 })
    const spool = site.reopen()
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const [view] = valueOf(spool.list(['applied']))
    if (view?.proposal.kind !== 'mail') throw new Error('no change of mail')
    const change = { ...view.proposal.change, verb: 'flag.add', to: 'seen' } as const
    expect(
      valueOf(await spool.propose({ name: 'receipts', rate: 1 }, [{ nonce: 'nonce-99', change }], io)),
    ).toMatchObject({ applied: 0, pending: 1 })
  })
  test('the rate and the room of other proposers do not count for it, nor it for them', async () => {
    const site = runSite(AUTO)
    site.configure('[proposals]\nrate = 1\n[accounts.home]\nadapter = "maildir"\npath = "/mail"\n')
    for (const [at, handle] of [A, B, C].entries())
      site.write(`${handle}.0.json`, site.line({ handle, nonce: `nonce-0${at}` }))
    expect(await site.takeOver()).toMatchObject({ applied: 3 })
    site.grant({ ...AUTO, 'apply.task': 'propose' })
    expect(site.file('nonce-77')).toMatch(/^p_/)
  })
})
