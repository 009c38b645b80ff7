// What a person is shown of a change of mail: twin's sentence with exact names, which message it is, and nothing that a stranger's words
// could pass for twin's by. Relies on the views of the terminal and the menu for the last step to the eye.
import { describe, expect, test } from 'vitest'
import { describeChange } from '../../../daemon/spool/describeChange.ts'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { menuOf } from '../../../daemon/menuOf.ts'
import { SENTENCE_CHARS } from '../../../protocol/limits.ts'
import type { MailChange } from '../../../protocol/mailChange.ts'
import { unhiddenText } from '../../../protocol/text/terminal.ts'
import { resembling, skeleton } from '../../../protocol/text/skeleton.ts'
import { change, mailSite, PROPOSE } from './mailSite.ts'
import { valueOf } from './site.ts'

const sentence = (changes: Partial<MailChange>): string => describeChange(change('1', changes)).sentence
const facts = (changes: Partial<MailChange>): Record<string, string> =>
  Object.fromEntries(describeChange(change('1', changes)).facts.map(({ name, value }) => [name, value]))

describe('the sentence', () => {
  test.each([
    ['collection.add', 'Receipts', 'Adds one message to the collection “Receipts” of home.'],
    ['collection.remove', 'INBOX', 'Takes one message out of the collection “INBOX” of home.'],
    ['flag.add', 'seen', 'Sets the flag “seen” on one message of home.'],
    ['flag.remove', 'later', 'Takes the keyword “later” off one message of home.'],
    ['trash', null, 'Moves one message of home to the trash.'],
    ['expunge', null, 'Removes one message of home for good.'],
    ['draft', null, 'Puts one draft into the drafts of home.'],
    ['send', null, 'Sends one message from home.'],
  ] as const)('of %s names the verb, the target and the account', (verb, to, wanted) => {
    expect(sentence({ verb, to })).toBe(wanted)
  })
  test('keeps a name that holds quotes from ending where it does not', () => {
    expect(sentence({ to: 'x” of home. Adds nothing to “y' })).toBe(
      'Adds one message to the collection "x” of home. Adds nothing to “y" of home.',
    )
  })
  test('leaves a name out that is read from right to left, or that does not fit, and the facts have it whole', () => {
    const hebrew = 'קבלות'
    const long = 'x'.repeat(512)
    for (const to of [hebrew, long]) {
      expect(facts({ to })['to']).toBe(JSON.stringify(to))
    }
    expect(sentence({ to: hebrew })).toBe('Adds one message to the collection that is named below of home.')
    expect(sentence({ to: long }).length).toBeLessThanOrEqual(SENTENCE_CHARS)
  })
  test.each(['Receipts ', 'Re\u200bceipts', 'Receipts\u202E'])('shows what is hidden in %j', to => {
    expect(unhiddenText(sentence({ to }))).not.toBe('Adds one message to the collection “Receipts” of home.')
    expect(unhiddenText(JSON.stringify(to))).not.toBe('"Receipts"')
  })
})

describe('the facts', () => {
  test('say where the message is, whose it is, its subject and date, each as data', () => {
    expect(facts({})).toEqual({
      account: 'home',
      verb: 'collection.add',
      to: '"Receipts"',
      in: '"INBOX"',
      sender: '"ann@example.org"',
      subject: '"letter 1"',
      date: '2025-11-30 05:20 UTC',
    })
  })
  test('a subject that looks like a fact of twin’s stays within its quotes', () => {
    const shown = { from: 'x', subject: 'hello"\nto: "Trash', date: null }
    expect(facts({ shown })['subject']).toBe('"hello\\"\\nto: \\"Trash"')
  })
  test('warn of a collection that looks like another one of the account', () => {
    expect(facts({ to: 'Trаsh', resembles: 'Trash' })['careful']).toBe(
      'the account also has "Trash", which is another collection',
    )
  })
  test('of a draft are its recipients, its subject, what it refers to and every line of its body, whole', () => {
    const body = Array.from({ length: 300 }, (_, at) => `line ${at} ${'x'.repeat(40)}`).join('\n')
    const raw = rawMessage({
      from: 'me@example.org',
      to: ['ann@example.org', 'bob@example.org'],
      cc: ['eve@example.org'],
      subject: 'yes',
      body,
      inReplyTo: '<a@example.org>',
      references: [],
      now: 1_764_480_000,
    })
    const draft = { raw, flags: [{ where: 'to' as const, sentence: 'A word mixes letters.' }] }
    const all = describeChange(change('1', { verb: 'draft', message: null, to: null, draft })).facts
    expect(all.filter(({ name }) => name === 'recipient').map(({ value }) => value)).toEqual([
      '"ann@example.org"',
      '"bob@example.org"',
    ])
    expect(all.filter(({ name }) => name === 'copy to').map(({ value }) => value)).toEqual([
      '"eve@example.org"',
    ])
    expect(all.filter(({ name }) => name.startsWith('line ')).map(({ value }) => value)).toEqual(
      body.split('\n').map(line => JSON.stringify(line)),
    )
    expect(all.find(({ name }) => name === 'refers to')?.value).toBe('"<a@example.org>"')
    expect(all.filter(({ name }) => name === 'careful')).toHaveLength(1)
  })
})

describe('names that look alike', () => {
  test.each([
    ['Trаsh', 'Trash'],
    ['Тгаѕһ', 'Trash'],
    ['TRASH', 'Trash'],
    ['Tra\u200bsh', 'Trash'],
    ['Trash ', 'Trash'],
    ['Тrаѕh', 'trash'],
    ['Rece1pts', 'Receipts'],
    ['Ａrchive', 'Archive'],
    ['Sénd', 'Send'],
  ])('%j has the skeleton of %j', (name, other) => {
    expect(skeleton(name)).toBe(skeleton(other))
    expect(resembling(name, ['INBOX', other])).toBe(other)
  })
  test.each([
    ['Receipts', 'Recipes'],
    ['Archive', 'Archive 2'],
  ])('%j and %j are told apart', (name, other) => {
    expect(resembling(name, [other])).toBeNull()
  })
  test('a name is not like itself', () => {
    expect(resembling('Trash', ['Trash'])).toBeNull()
  })
})

test('the menu bar counts alike changes as one decision and shows what differs of each', async () => {
  const site = mailSite(PROPOSE)
  await site.propose(['1', '2', '3'].map(key => change(key)))
  const { config, problem } = site.parts.configuration()
  const pending = valueOf(site.spool.list(['pending']))
  const menu = menuOf({ config, problem, pending, jobs: [], brief: null })
  expect(menu.pending.decisions).toMatchObject([
    {
      risk: 'low',
      sentence: 'Adds one message to the collection “Receipts” of home.',
      proposer: 'run:receipts',
    },
  ])
  const subjects = menu.pending.decisions[0]?.facts.filter(({ name }) => name.endsWith('subject'))
  expect(subjects?.map(({ name }) => name)).toEqual(['subject', '2. subject', '3. subject'])
  expect(subjects?.map(({ value }) => value).sort()).toEqual(['"letter 1"', '"letter 2"', '"letter 3"'])
})
