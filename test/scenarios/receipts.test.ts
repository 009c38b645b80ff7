// The example "receipts" from the first command to the last, as README shows it: refused by the policy as it is shipped, then made with
// the lines that a person adds, looked at, taken back, and seen by the next run.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ProposalsListed } from '../../protocol/proposalShown.ts'
import { QUESTION, twinInTerminal } from '../cli/proposalSite.ts'
import { contentsOf, example, type Home, homeWithMail, isConfinable, mailFiles, newHome } from './home.ts'

const AUTO = { 'mail.collection': 'auto', 'mail.flag': 'auto' }
/** Letters of the sample that name what was bought, by a line that only they hold. */
const BOUGHT = 'Thank you for your purchase.'

const listed = async ({ say }: Home, ...states: string[]) =>
  ProposalsListed.parse(
    JSON.parse(
      await say('proposals', 'list', ...(states.length > 0 ? ['--states', ...states] : []), '--json'),
    ),
  )
const proposals = async (home: Home, ...states: string[]) => (await listed(home, ...states)).proposals
/** Long enough that nothing of it counts as typed ahead. */
const READ = 700
const bought = (mail: string) =>
  mailFiles(mail).filter(({ path }) => readFileSync(path, 'utf8').includes(BOUGHT))

describe.skipIf(!isConfinable)('receipts on the sample Maildir', () => {
  test('is set up by the lines that README has, each with its answer', { timeout: 120_000 }, async () => {
    const { say, mail, config } = newHome()
    expect(await say('init')).toContain(join(config, 'twin.toml'))
    expect(await say('demo', 'maildir', mail)).toContain(mail)
    const added = await say('accounts', 'add', 'maildir', mail, '--name', 'home')
    expect(added).toContain('[accounts.home]')
    expect(readFileSync(join(config, 'twin.toml'), 'utf8')).toContain(`path = "${mail}"`)
    expect(await say('sync', 'home')).toMatch(/home +39 +0 +0 +0 +39/)
    expect(await say('accounts')).toContain('home')
    const checked = await say('run', 'check', example('receipts'))
    expect(checked).toContain('This run can start.')
    expect(checked).toContain('name: receipts')
    expect(checked).toMatch(/extract\.records +grounding-check\.records +\d+\n/)
    expect(checked).toContain('policy.toml never allows mail.collection')
    expect(contentsOf(mail)).toHaveLength(39)
  })

  test('is refused by the policy as it is shipped and changes nothing', { timeout: 120_000 }, async () => {
    const home = await homeWithMail()
    const before = mailFiles(home.mail)
    await home.say('sync', 'home')
    const { code, stdout, stderr } = await home.twin('run', example('receipts'))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^done receipts\.\d+-[0-9a-f]{16}/)
    expect(stdout).toMatch(/proposals: \d+ refused/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('policy.toml does not allow what is proposed')
    expect(await proposals(home)).toEqual([])
    expect(mailFiles(home.mail)).toEqual(before)
    expect(existsSync(join(home.mail, '.Receipts'))).toBe(false)
  })

  test('files what was bought once a person allows it, and takes it back', { timeout: 240_000 }, async () => {
    const home = await homeWithMail()
    const before = contentsOf(home.mail)
    home.allow(AUTO)
    const ran = await home.run(example('receipts'))
    expect(ran).toMatchObject({ state: 'done', proposals: { pending: 0, refused: 0, stuck: 0 } })
    const filed = bought(home.mail)
    expect(filed).toHaveLength(9)
    expect(filed.map(({ folder }) => folder)).toEqual(filed.map(() => 'Receipts'))
    expect(filed.every(({ flags }) => flags.includes('S'))).toBe(true)
    expect(contentsOf(home.mail)).toEqual(before)
    // Nobody's letter, and no order of a stranger, was filed with them but for the one that names a total.
    expect(contentsOf(home.mail, 'Receipts')).toHaveLength(10)
    expect(await proposals(home)).toEqual([])
    const applied = await proposals(home, 'applied')
    expect(applied).toHaveLength(ran.proposals.applied)

    const again = await home.run(example('receipts'))
    expect(again.view.messages).toBe(ran.view.messages - 10)
    expect(again.proposals).toMatchObject({ applied: 0, pending: 0, refused: 0 })

    const moves = applied.filter(({ what }) => what === 'collection.remove')
    await home.say('proposals', 'undo', ...moves.map(({ id }) => id))
    const adds = applied.filter(({ what }) => what === 'collection.add')
    await home.say('proposals', 'undo', ...adds.map(({ id }) => id))
    expect(bought(home.mail).map(({ folder }) => folder)).toEqual(filed.map(() => 'INBOX'))
    expect(contentsOf(home.mail)).toEqual(before)
    expect(await home.say('sync', 'home')).toContain('home')
    const found = await home.say(
      'search',
      'home',
      'collection:INBOX and subject:"Your order 20418"',
      '--json',
    )
    expect(found).toContain('Your order 20418')
    const last = await home.run(example('receipts'))
    expect(last.view.messages).toBe(ran.view.messages)
  })

  test(
    'waits for a person where policy.toml proposes, who decides by the batch',
    { timeout: 240_000 },
    async () => {
      const home = await homeWithMail()
      home.allow({ 'mail.collection': 'propose', 'mail.flag': 'auto' })
      const before = contentsOf(home.mail)
      const ran = await home.run(example('receipts'))
      expect(ran.proposals).toMatchObject({ applied: 7, pending: 20, refused: 0, stuck: 0 })
      const waiting = await proposals(home)
      expect(waiting).toHaveLength(20)
      expect(contentsOf(home.mail, 'Receipts')).toEqual([])
      expect(await home.say('proposals', 'show', waiting[0]?.id ?? '')).toContain('run:receipts')
      // The same messages again: what waits already is not asked for twice.
      await home.run(example('receipts'))
      const ids = (list: typeof waiting) => list.map(({ id }) => id).toSorted()
      expect(ids(await proposals(home))).toEqual(ids(waiting))
      for (const verb of ['collection.add', 'collection.remove']) {
        const { batches, proposals: now } = await listed(home)
        const batch = batches.find(({ ids: all }) => now.find(({ id }) => id === all[0])?.what === verb)
        if (!batch) throw new Error(`no batch of ${verb} waits`)
        expect(batch.ids).toHaveLength(10)
        const session = twinInTerminal(home.config, ['proposals', 'approve', batch.batch])
        await session.until(QUESTION)
        await pause(READ)
        session.press(`${batch.digest.slice(0, 4)}\r`)
        expect(await session.ended, session.sent()).toBe(0)
      }
      expect(await proposals(home)).toEqual([])
      expect(contentsOf(home.mail, 'Receipts')).toHaveLength(10)
      expect(contentsOf(home.mail)).toEqual(before)
      expect((await home.run(example('receipts'))).view.messages).toBe(ran.view.messages - 10)
    },
  )
})
