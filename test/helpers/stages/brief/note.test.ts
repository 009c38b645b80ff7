// How the note reads: the whole of one, its first line in every situation, its causes, its times.
import { describe, expect, test } from 'vitest'
import { compose } from '../../../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../../../helpers/stages/brief/items.ts'
import {
  ACCOUNTS,
  ADDRESS_CHARS,
  BRIEF_BYTES,
  BRIEF_ITEMS,
  ENVELOPES,
  ITEM_LINK_CHARS,
  JOB_ITEMS,
  LABEL_CHARS,
  NAME_CHARS,
  NOTE_BYTES,
  NOTES,
  REASON_CHARS,
  SUBJECT_CHARS,
  TOPIC_CHARS,
  TOPICS,
} from '../../../../protocol/limits.ts'
import { FailureWhy, type Score } from '../../../../protocol/score.ts'
import { envelope, facts, handleOf, NOW, routing } from '../run.ts'

const scored = (score: number, reason = 'A reason.', topics: string[] = []): Score => ({
  by: 'model',
  score,
  reason,
  topics,
})
const message = (number: number, changes: Partial<Joined> = {}): Joined => ({
  handle: handleOf(number),
  envelope: envelope(),
  routing: routing({ messageId: `<${number}@body.test>` }),
  score: scored(5),
  ...changes,
})
const firstLine = (note: string) => note.split('\n')[2]

describe('renderNote', () => {
  test('renderNote writes a note that a person can read', () => {
    const messages = [
      message(0, {
        envelope: envelope({
          writtenTo: 3,
          from: { name: 'Ann Lee', address: 'ann@client.test' },
          subject: 'Re: Contract for Tuesday',
          received: NOW - 4_380,
        }),
        score: scored(9, 'She needs the signed contract by noon.', ['contract', 'deadline']),
      }),
      message(1, {
        envelope: envelope({
          from: { name: 'Some Bank', address: 'post@bank.test' },
          subject: 'Your account statement is ready',
          received: NOW - 86_400,
        }),
        routing: routing({ messageId: null, noLink: 'absent' }),
        score: scored(6, 'A statement with a due date.', ['money']),
      }),
      message(2, { score: scored(3) }),
      message(3, {
        envelope: envelope({
          subject: '',
          from: { name: '', address: 'x@y.test' },
          received: null,
          sent: null,
        }),
        score: { by: 'none', why: 'timeout' },
      }),
      message(4, { score: undefined }),
      message(5, { score: undefined }),
    ]
    const given = facts({
      collected: 6,
      more: 12,
      filtered: { read: 1, category: 1 },
      leftOut: { deleted: 1, junk: 0, drafts: 1, own: 2 },
      accounts: [
        { label: 'Work', inScope: true, messages: 6 },
        { label: 'Family', inScope: false, messages: 2 },
        { label: '', inScope: false, messages: 2 },
      ],
      notes: ['This store has no categories, so none is skipped.', 'See http://x.test now'],
    })
    expect(compose(given, messages).note).toMatchInlineSnapshot(`
      "# Mail, Monday 30 November 2026, 05:25

      2 of 6 new messages are worth reading. Scored by \`gpt-oss:20b\` on this machine: it answered.

      ## People you write to

      - **9** [“Re: Contract for Tuesday”](message://%3C0%40body.test%3E) “Ann Lee” (“ann (at) client.test”), 04:12
        “She needs the signed contract by noon.” “contract”, “deadline”

      ## Everyone else

      - **6** “Your account statement is ready” “Some Bank” (“post (at) bank.test”), 29 November, 05:25 (no link: the mail has no id)
        “A statement with a due date.” “money”

      ## Not scored

      - [“(no text)”](message://%3C3%40body.test%3E) (“x (at) y.test”), no date: the model did not answer in time

      ## What this note does not show

      - In scope: “Work”. Out of scope, and not read: “Family” and one account that could not be named.
      - It covers the inboxes from Sunday 29 November 2026, 05:25 to Monday 30 November 2026, 05:25; mail that was filed elsewhere is not read.
      - Of 6 messages, 2 are listed, 1 scored under 4, 1 was read already, 1 is in a category that is skipped and 1 could not be scored.
      - Left out beforehand: 1 deleted, 1 draft and 2 from you.
      - 12 more messages of this time were not looked at: there were more than one brief reads.
      - 1 listed message has no link, because the mail has no id.
      - This store has no categories, so none is skipped.
      - “See http: ∕∕x.test now”.
      "
    `)
  })

  test.each([
    [
      { collected: 1 },
      [message(0)],
      '1 of 1 new message is worth reading. Scored by `gpt-oss:20b` on this machine: it answered.',
    ],
    [
      { collected: 2 },
      [message(0), message(1)],
      '2 of 2 new messages are worth reading. Scored by `gpt-oss:20b` on this machine: it answered.',
    ],
    [
      { collected: 1 },
      [message(0, { score: scored(1) })],
      'The one new message is not worth reading. Scored by `gpt-oss:20b` on this machine: it answered.',
    ],
    [
      { collected: 1, engine: 'rules', model: null, engineNote: 'no model server answers' },
      [message(0)],
      '1 of 1 new message is worth reading. Scored by fixed rules, not by a model: no model server answers.',
    ],
    [
      { collected: 1, engine: 'rules', model: null, engineNote: 'as was asked for' },
      [message(0)],
      '1 of 1 new message is worth reading. Scored by fixed rules, not by a model: as was asked for.',
    ],
    [
      { collected: 1, engineNote: 'no server at http://127.0.0.1:11434' },
      [message(0)],
      expect.stringMatching(/on this machine: “no server at [^:]*[^]*”\.$/),
    ],
    [
      { collected: 1, filtered: { read: 1, category: 0 } },
      [message(0, { score: undefined })],
      'The one new message is not worth reading. Nothing had to be scored; it would have been by `gpt-oss:20b` on this machine: it answered.',
    ],
    [
      { collected: 0 },
      [],
      'Nothing is new since Sunday 29 November 2026, 05:25. Nothing had to be scored; it would have been by `gpt-oss:20b` on this machine: it answered.',
    ],
    [
      { collected: 0, engine: 'rules', model: null, engineNote: 'no model server answers' },
      [],
      'Nothing is new since Sunday 29 November 2026, 05:25. Nothing had to be scored; it would have been by fixed rules, not by a model: no model server answers.',
    ],
    [
      { collected: 0, accounts: [] },
      [],
      expect.stringMatching(
        /^No account is in scope: .*; it would have been by `gpt-oss:20b` .*: it answered\.$/,
      ),
    ],
    [
      {
        collected: 0,
        accounts: [{ label: 'Work', inScope: false, messages: 3 }],
        engine: 'rules',
        model: null,
      },
      [],
      expect.stringMatching(
        /^No account is in scope: .*; it would have been by fixed rules, .*: it answered\.$/,
      ),
    ],
    [{ collected: 1, model: 'a::b' }, [message(0)], expect.stringMatching(/Scored by “a[^:]*b” on/)],
  ] as const)(
    'renderNote says in its first line what was found, by whom and why (%j)',
    (given, messages, line) => {
      expect(firstLine(compose(facts(given as object), messages).note)).toEqual(line)
    },
  )

  test('renderNote tells copies of one message in two accounts apart by their accounts', () => {
    const labels = ['Work (me@work.test)', 'Home [x](y)']
    const both = (score: Score) =>
      labels.map((account, index) => message(index, { routing: routing({ account }), score }))
    const places = (score: Score, inScope: readonly boolean[]) => {
      const accounts = labels.map((label, index) => ({
        label,
        inScope: inScope[index] ?? false,
        messages: 1,
      }))
      return compose(facts({ collected: 2, accounts }), both(score)).note.match(/, 03:25 in “.*?”/g)
    }
    const wanted = [', 03:25 in “Work (me (at) work.test)”', expect.stringMatching(/in “Home (?!\[x\]\(y\))/)]
    expect(places(scored(5), [true, true])).toEqual(wanted)
    expect(places({ by: 'none', why: 'timeout' }, [true, true])).toEqual(wanted)
    expect(places(scored(5), [true, false])).toBe(null)
  })

  test('renderNote stays under the cap with the most items, each field the longest and each character the widest', () => {
    const wide = (length: number) => '\u2A74'.repeat(length)
    const label = wide(LABEL_CHARS)
    const messages = Array.from({ length: ENVELOPES }, (_, index) =>
      message(index, {
        envelope: envelope({
          subject: wide(SUBJECT_CHARS),
          from: { name: wide(NAME_CHARS), address: `a${wide(ADDRESS_CHARS - 1)}` },
        }),
        routing: routing({ account: label, messageId: `<${'"'.repeat(240)}${index}>` }),
        score: scored(
          9,
          wide(REASON_CHARS),
          Array.from({ length: TOPICS }, () => wide(TOPIC_CHARS)),
        ),
      }),
    )
    const accounts = Array.from({ length: ACCOUNTS }, () => ({ label, inScope: true, messages: 1 }))
    const notes = Array.from({ length: NOTES }, () => wide(600))
    const items = Array.from({ length: BRIEF_ITEMS }, (_, index) => ({
      handle: handleOf(10_000 + index),
      record: {
        title: wide(SUBJECT_CHARS),
        source: wide(NAME_CHARS),
        link: '\u2A74'.repeat(ITEM_LINK_CHARS),
      },
      score: scored(
        9,
        wide(REASON_CHARS),
        Array.from({ length: TOPICS }, () => wide(TOPIC_CHARS)),
      ),
    }))
    const jobs = ['news', 'sport'].map((job, index) => ({
      job,
      printed: NOW,
      problem: wide(600),
      stale: 0,
      more: 0,
      handles: items.slice(index * JOB_ITEMS, (index + 1) * JOB_ITEMS).map(({ handle }) => handle),
    }))
    const given = facts({
      collected: ENVELOPES,
      limit: ENVELOPES,
      accounts,
      notes,
      engineNote: wide(300),
      jobs,
    })
    const { note, items: listed, sections, coverage } = compose(given, messages, items)
    const size = Buffer.byteLength(note)
    expect(Buffer.byteLength(JSON.stringify({ items: listed, sections, coverage }))).toBeLessThan(BRIEF_BYTES)
    expect(size).toBeGreaterThan(NOTE_BYTES * 0.75)
    expect(size).toBeLessThanOrEqual(NOTE_BYTES)
  })

  test('renderNote names ten messages without a score, counts the rest, and gives the causes', () => {
    const messages = Array.from({ length: 12 }, (_, index) =>
      message(index, { score: { by: 'none', why: index < 2 ? 'http' : 'timeout' } }),
    )
    const { note } = compose(facts({ collected: 12 }), messages)
    expect(note.match(/the model (did not answer|refused)/g)).toHaveLength(12)
    expect(note).toContain('- and 2 more messages')
    expect(note).toContain(
      '- Not scored, because the model did not answer in time (10) and the model refused the request (2).',
    )
  })

  test.each(FailureWhy.options)('renderNote has a clause for the failure %s', why => {
    const { note } = compose(facts(), [message(0, { score: { by: 'none', why } })])
    expect(note).toMatch(/03:25: the .+\n/)
  })

  test.each(['absent', 'not-indexed', 'layout', 'shared'] as const)(
    'renderNote says why there is no link: %s',
    noLink => {
      const { note } = compose(facts(), [message(0, { routing: routing({ messageId: null, noLink }) })])
      expect(note).toMatch(/\(no link: [^)]+\)/)
      expect(note).toMatch(/- 1 listed message has no link, because .+\.\n/)
    },
  )

  test.each([
    ['Europe/Oslo', 'Monday 30 November 2026, 06:25', '04:25'],
    ['America/New_York', 'Monday 30 November 2026, 00:25', '29 November, 22:25'],
    ['Asia/Kathmandu', 'Monday 30 November 2026, 11:10', '09:10'],
    ['No/Where', 'Monday 30 November 2026, 05:25 UTC', '03:25 UTC'],
  ])('renderNote gives times in %s', (timeZone, title, time) => {
    const { note } = compose(facts({ timeZone }), [message(0)])
    expect(note.split('\n')[0]).toBe(`# Mail, ${title}`)
    expect(note).toContain(`), ${time}\n`)
  })

  test('renderNote shows dates of another year with it, and survives absurd ones', () => {
    const at = (received: number) => compose(facts(), [message(0, { envelope: envelope({ received }) })]).note
    expect(at(0)).toContain('1 January 1970, 00:00')
    expect(at(253_402_300_799)).toContain('31 December 9999, 23:59')
  })

  test('renderNote shows the full address even where the name claims to be one', () => {
    const from = { name: 'boss@work.test', address: 'evil@elsewhere.test' }
    const { note } = compose(facts(), [message(0, { envelope: envelope({ from }) })])
    expect(note).toContain('(“evil (at) elsewhere.test”)')
  })
})
