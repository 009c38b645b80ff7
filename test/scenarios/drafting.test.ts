// The example "drafting", as README shows it: signed letters alone, a model of this machine that drafts, a person who approves in a
// terminal, and a letter whose answer would go to an address that only looks like its author's.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ProposalsListed } from '../../protocol/proposalShown.ts'
import { QUESTION, twinInTerminal } from '../cli/proposalSite.ts'
import { type ChatCall, type Reply } from '../ollama/script.ts'
import { type Ollama, startOllama } from '../ollama/server.ts'
import { contentsOf, example, fileWith, type Home, homeWithMail, isConfinable, mailFiles } from './home.ts'
import { receive, signLetters, signedBy, withKeys } from './signedSample.ts'

/** Long enough that nothing of it counts as typed ahead. */
const READ = 700
const ASKED = 'Shall I call you at 16:00'
const WORDS = 'Yes, 16:00 suits me. Until then!'
const TWIN = 'paula@bureau.examp1e.org'

const drafted = (draft: string | null): Reply => ({ type: 'reply', content: JSON.stringify({ draft }) })
const textOf = ({ messages }: ChatCall): string => messages.map(({ content }) => content).join('\n')

async function withModel(home: Home, chat: (call: ChatCall) => Reply): Promise<Ollama> {
  const ollama = await startOllama({ chat })
  onTestFinished(() => ollama.close())
  home.edit({ 'host = "http://127.0.0.1:11434"': `host = "${ollama.host}"` })
  home.configure('[actors.writer]\nmodel = "gpt-oss:20b"\n')
  return ollama
}
const waiting = async ({ say }: Home) =>
  ProposalsListed.parse(JSON.parse(await say('proposals', '--json'))).proposals

describe.skipIf(!isConfinable)('drafting on the sample Maildir', () => {
  test(
    'puts a draft that a person approved in a terminal among the drafts',
    { timeout: 240_000 },
    async () => {
      const home = await homeWithMail(async made => {
        expect(await signLetters(made, 'bureau.example.org', 'example.org')).toBeGreaterThan(2)
      })
      const server = await withKeys(home, ['example.org'])
      const ollama = await withModel(home, call => drafted(textOf(call).includes(ASKED) ? WORDS : null))
      home.allow({ 'mail.draft': 'propose' })
      const before = contentsOf(home.mail)

      const ran = await home.run(example('drafting'))
      expect(ran).toMatchObject({ state: 'done', proposals: { applied: 0, pending: 1, refused: 0 } })
      expect(server.asked).toEqual(['scenario._domainkey.example.org'])
      // The two that are signed, and what belongs to their thread; nobody else's letter was read to the model.
      expect(ran.view.roots).toBe(2)
      expect(ollama.calls.length).toBe(ran.view.messages)
      for (const call of ollama.calls) expect(textOf(call)).not.toContain('kettleandleaf')
      expect(contentsOf(home.mail)).toEqual(before)

      const [proposal] = await waiting(home)
      if (!proposal) throw new Error('no draft waits')
      expect(proposal).toMatchObject({ what: 'draft', risk: 'high', proposer: 'run:drafting' })
      const session = twinInTerminal(home.config, ['proposals', 'approve', proposal.id])
      await session.until(QUESTION)
      await pause(READ)
      session.press(`${proposal.digest.slice(0, 4)}\r`)
      expect(await session.ended, session.sent()).toBe(0)
      expect(session.sent()).toContain('paula@bureau.example.org')
      expect(session.sent()).toContain(WORDS)

      const draft = fileWith(home.mail, WORDS)
      expect(draft).toMatchObject({ folder: 'Drafts', flags: expect.stringContaining('D') as string })
      const raw = readFileSync(draft?.path ?? '', 'utf8')
      expect(raw).toMatch(/^To: paula@bureau\.example\.org\r?$/m)
      expect(raw).toMatch(/^In-Reply-To: <deal-3@mail\.example\.net>\r?$/m)
      expect(raw).not.toMatch(/^B?cc:/im)
      expect(contentsOf(home.mail)).toHaveLength(before.length + 1)
      expect(contentsOf(home.mail).filter(one => one !== draft?.sha256)).toEqual(before)
      // It is mail like any other now: the next sync has it.
      expect(await home.say('search', 'home', 'collection:Drafts', '--json')).not.toContain(WORDS)
      await home.say('sync', 'home')
      expect(await home.say('search', 'home', 'collection:Drafts', '--json')).toContain(
        'Re: Contract for the translation',
      )
    },
  )

  test('refuses a draft to an address that only looks like the author', { timeout: 240_000 }, async () => {
    const home = await homeWithMail()
    const letter =
      'From: Paula Niemi <paula@bureau.example.org>\nTo: Robin Archer <robin@archer.example>\n' +
      `Subject: The account for the fee\nDate: ${new Date().toUTCString().replace('GMT', '+0000')}\n` +
      'Message-ID: <fee-1@mail.example.net>\n\nWhich account may I pay the fee to?\n'
    // Somebody writes from an account of that domain which is not theirs; behind the signature nobody could put a Reply-To.
    receive(home, 'fee', await signedBy('example.org', `Reply-To: ${TWIN}\n${letter}`))
    const another = letter.replace('fee-1', 'fee-2')
    receive(home, 'late', `Reply-To: ${TWIN}\r\n${await signedBy('example.org', another)}`)
    await withKeys(home, ['example.org'])
    const ollama = await withModel(home, () => drafted('To DE00 1234.'))
    home.allow({ 'mail.draft': 'propose' })
    const before = mailFiles(home.mail)
    const ran = await home.run(example('drafting'))
    expect(ollama.calls).toHaveLength(1)
    expect(ran.view).toMatchObject({ roots: 1, messages: 1 })
    expect(ran.steps.map(({ name, failures }) => [name, failures])).toEqual([
      ['reason', 0],
      ['draft-lint', 1],
    ])
    expect(ran.steps[1]?.failed[0]?.why).toContain('not allowed, and only looks like one that is known')
    expect(await waiting(home)).toEqual([])
    expect(mailFiles(home.mail)).toEqual(before)
    const shown = await home.say('runs', 'show', ran.id)
    expect(shown.replaceAll(/\s+/g, ' ')).toContain('only looks like one that is known')
  })

  test('drafts nothing for letters whose signature nobody has looked at', { timeout: 120_000 }, async () => {
    const home = await homeWithMail(async made => {
      await signLetters(made, 'bureau.example.org', 'example.org')
    })
    const ollama = await withModel(home, () => drafted(WORDS))
    home.allow({ 'mail.draft': 'propose' })
    const ran = await home.run(example('drafting'))
    expect(ran).toMatchObject({ state: 'done', view: { messages: 0 } })
    expect(ollama.calls).toEqual([])
  })
})
