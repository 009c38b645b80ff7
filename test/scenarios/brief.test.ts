// The brief of a Maildir account where there is no Mail of Apple's: what it lists, what only a signature lets into its first part, and
// what it says of an account that cannot be read.
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Brief } from '../../protocol/brief.ts'
import { contentsOf, type Home, homeWithMail, isConfinable } from './home.ts'
import { signLetters, withKeys } from './signedSample.ts'

/** A brief by the rules, so that no model is looked for. */
async function briefOf(home: Home): Promise<{ brief: Brief; note: string }> {
  const brief = Brief.parse(JSON.parse(await home.say('brief', '--engine', 'rules', '--json')))
  return { brief, note: readFileSync(brief.note ?? '', 'utf8') }
}
/** A part of the note, from its heading to the next one. */
const partOf = (note: string, heading: string): string =>
  note.split(/^## /m).find(part => part.startsWith(heading)) ?? ''

async function homeWithVault(prepare?: (home: Home) => Promise<void>): Promise<Home> {
  const home = await homeWithMail(prepare)
  mkdirSync(join(home.folder, 'Documents'))
  return home
}

describe.skipIf(!isConfinable)('a brief of a Maildir account', () => {
  test('lists what is new, and says that no signature was looked at', { timeout: 120_000 }, async () => {
    const home = await homeWithVault()
    const before = contentsOf(home.mail)
    const { brief, note } = await briefOf(home)
    expect(brief.items.map(({ subject }) => subject)).toContain('Re: The hall on Tuesday')
    expect(brief.coverage.accounts).toMatchObject([{ label: 'home', inScope: true }])
    expect(partOf(note, 'People you write to')).toBe('')
    const others = partOf(note, 'Everyone else')
    expect(others).toMatch(/The hall on Tuesday.*whitfield\.example”\) unverified/)
    expect(partOf(note, 'What this note does not show')).toMatch(/its signature is not looked at/)
    expect(note).not.toMatch(/Library|Full Disk Access|Envelope Index/)
    expect(contentsOf(home.mail)).toEqual(before)
    // What a person sees of it again.
    expect(await home.say('brief', 'show')).toContain('The hall on Tuesday')
  })

  test('has an author among “People you write to” by a signature alone', { timeout: 120_000 }, async () => {
    const home = await homeWithVault(async made => {
      expect(await signLetters(made, 'whitfield.example', 'whitfield.example')).toBeGreaterThan(1)
    })
    const server = await withKeys(home, ['whitfield.example'])
    const { note } = await briefOf(home)
    expect(server.asked).toEqual(['scenario._domainkey.whitfield.example'])
    const first = partOf(note, 'People you write to')
    expect(first).toContain('Re: The hall on Tuesday')
    expect(first).not.toContain('unverified')
    expect(first).not.toContain('Contract for the translation')
    expect(partOf(note, 'Everyone else')).toMatch(/Contract for the translation.*unverified/)
    expect(partOf(note, 'What this note does not show')).toContain('no good signature of its domain')
    // Once it is in the store nobody is asked again.
    await briefOf(home)
    expect(server.asked).toHaveLength(1)
  })

  test(
    'says in a sentence which account could not be read, and lists the others',
    { timeout: 120_000 },
    async () => {
      const home = await homeWithVault()
      const other = join(home.folder, 'Other')
      await home.say('demo', 'maildir', other)
      await home.say('accounts', 'add', 'maildir', other, '--name', 'other')
      renameSync(other, join(home.folder, 'Away'))
      const { brief, note } = await briefOf(home)
      expect(partOf(note, 'What this note does not show')).toMatch(/other could not be synced/)
      expect(partOf(note, 'Everyone else')).toContain('The hall on Tuesday')
      expect(brief.items.length).toBeGreaterThan(2)
      const made = await home.twin('brief', '--engine', 'rules')
      expect([made.code, made.stdout.replaceAll(/\s+/g, ' ')]).toEqual([
        0,
        expect.stringContaining('other could not be synced'),
      ])
    },
  )
})
