// What draft-lint lets pass, refuses and flags: recipients, headers, links, look-alikes and what does not show. What passes is read
// again by two readers of mail.
import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { draftLint } from '../../../../helpers/stages/draft-lint/draftLint.ts'
import { lintDraft } from '../../../../helpers/stages/draft-lint/lintDraft.ts'
import { type Draft, LintedDraft } from '../../../../protocol/draft.ts'
import { DraftLintConfig } from '../../../../protocol/stageConfigs.ts'
import { stageHere, HANDLE, mail, NOW } from '../stageHere.ts'

const DRAFT: Draft = { to: ['orders@shoes.test'], subject: 'Re: Your receipt', body: 'Thank you.' }
const CONFIG = { allow: ['participants'], from: 'kim@home.test' }
const lint = (changes: Partial<Draft>, config: unknown = CONFIG, envelope = mail()) =>
  lintDraft({ ...DRAFT, ...changes }, { config: DraftLintConfig.parse(config), envelope, now: NOW })
const passed = (...args: Parameters<typeof lint>): LintedDraft => {
  const linted = lint(...args)
  if (!linted.ok) throw new Error(`Cannot go on: ${linted.refusal.is}`)
  return linted.value
}
const why = (...args: Parameters<typeof lint>): string => {
  const linted = lint(...args)
  return linted.ok ? 'passed' : linted.refusal.is
}
const sentences = (...args: Parameters<typeof lint>): string[] =>
  passed(...args).flags.map(({ where, sentence }) => `${where}: ${sentence}`)

describe('lintDraft', () => {
  test('lintDraft lets an answer to a participant pass as a whole message', () => {
    const linted = passed({ in_reply_to: '<1@shoes.test>' })
    expect(LintedDraft.safeParse(linted).error).toBeUndefined()
    expect(linted.flags).toEqual([])
    expect(linted.raw).toBe(
      [
        'From: kim@home.test',
        'To: orders@shoes.test',
        'Subject: Re: Your receipt',
        'Date: Mon, 30 Nov 2026 05:05:00 +0000',
        'In-Reply-To: <1@shoes.test>',
        'References: <1@shoes.test>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Thank you.',
        '',
      ].join('\r\n'),
    )
  })

  test.each([
    ['a stranger', 'mallory@evil.test', 'recipient 1 is not allowed'],
    [
      'a digit for a letter',
      'orders@sh0es.test',
      'recipient 1 is not allowed, and only looks like one that is known',
    ],
    [
      'two letters for one',
      'kirn@home.test',
      'recipient 1 is not allowed, and only looks like one that is known',
    ],
    ['a domain in Punycode', 'orders@xn--shoes-0ve.test', 'recipient 1 is not allowed'],
    [
      'Cyrillic letters in Punycode',
      `orders@${domainToASCII('shоes.test')}`,
      'recipient 1 is not allowed, and only looks like',
    ],
    ['a domain below', 'orders@shoes.test.evil.test', 'recipient 1 is not allowed'],
    ['Cyrillic letters', 'orders@shоes.test', 'recipient 1 is no plain address'],
    [
      'a hidden copy in a line break',
      'orders@shoes.test\r\nBcc: mallory@evil.test',
      'recipient 1 is no plain address',
    ],
    ['two in one', 'orders@shoes.test, mallory@evil.test', 'recipient 1 is no plain address'],
    ['a name', 'Orders <mallory@evil.test>', 'recipient 1 is no plain address'],
    ['a comment', 'orders@shoes.test(mallory@evil.test)', 'recipient 1 is no plain address'],
    ['a route', '@evil.test:orders@shoes.test', 'recipient 1 is no plain address'],
    ['quotes', '"mallory@evil.test"@shoes.test', 'recipient 1 is no plain address'],
    ['a percent route', 'mallory%evil.test@shoes.test', 'recipient 1 is no plain address'],
    ['a route of UUCP', 'evil.test!mallory@shoes.test', 'recipient 1 is no plain address'],
    [
      'an encoded word that holds another',
      '=?utf-8?q?mallory=40evil.test=2C?=orders@shoes.test',
      'recipient 1 is no plain address',
    ],
    ['an invisible character', 'orders@shoes.test\u200B', 'recipient 1 is no plain address'],
    ['bidi controls', '\u202Etset.seohs@sredro', 'recipient 1 is no plain address'],
    ['tag characters', 'orders@shoes.test\u{E0041}', 'recipient 1 is no plain address'],
    ['no domain', 'orders', 'recipient 1 is no plain address'],
    ['an address of another kind', 'orders@[127.0.0.1]', 'recipient 1 is no plain address'],
  ])(
    'lintDraft refuses a recipient that the run does not allow, however alike it looks: %s',
    (_name, address, sentence) => {
      expect(why({ to: [address] })).toContain(sentence)
      expect(why({ cc: [address] })).toContain(sentence.replace('recipient 1', 'recipient 1 of the copy'))
      expect(JSON.stringify(lint({ to: [address] }))).not.toContain('evil')
    },
  )

  test('lintDraft allows what the run lists: an address, a domain, and participants only where it says so', () => {
    const to = ['bob@client.test']
    expect(why({ to })).toContain('not allowed')
    expect(why({ to }, { allow: ['BOB@client.test'] })).toBe('passed')
    expect(why({ to }, { allow: ['@client.test'] })).toBe('passed')
    expect(why({ to: ['bob@sub.client.test'] }, { allow: ['@client.test'] })).toContain('not allowed')
    expect(why({}, { allow: ['@client.test'] })).toContain('not allowed')
    expect(why({}, {})).toContain('not allowed')
    expect(why({ to: ['mallory@evil.test'] }, { checks: ['urls-inert'] })).toBe('passed')
  })

  test('lintDraft lets no text of a draft begin a header', () => {
    const breaks = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\f', '\0']
    for (const line of breaks)
      expect(why({ subject: `Hi${line}Bcc: mallory@evil.test` })).toContain('line break')
    for (const line of breaks) expect(why({ in_reply_to: `<a@b${line}Bcc: x@y>` })).toContain('Message-ID')
    expect(why({}, { ...CONFIG, from: 'a@b.test\r\nBcc: x@y.test' })).toContain('with.from')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (subject, body) => {
        const linted = lint({
          subject: subject.toWellFormed().replace(/[\r\n\u2028\u2029\u0085\v\f\0]/g, ''),
          body: body.toWellFormed(),
        })
        if (!linted.ok) return
        const [head = ''] = linted.value.raw.split('\r\n\r\n')
        const names = head.split(/\r\n(?! )/).map(line => line.split(':')[0])
        expect(names).toEqual(
          'From To Subject Date MIME-Version Content-Type Content-Transfer-Encoding'.split(' '),
        )
        expect(linted.value.raw).toMatch(/^[\t\r\n -~]*$/)
        for (const line of linted.value.raw.split('\r\n')) expect(line.length).toBeLessThan(998)
        expect(linted.value.raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      }),
    )
  })

  test('lintDraft writes a message that two readers of mail read as the same text', async () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(texts, fc.array(texts, { maxLength: 6 }), async (subject, lines) => {
        const linted = lint({
          subject: subject.replace(/[\r\n\u2028\u2029\u0085\v\f\0]/g, ''),
          body: lines.join('\n'),
        })
        if (!linted.ok) return
        const { raw, body, subject: said } = linted.value
        const postal = await PostalMime.parse(raw)
        const other = await simpleParser(raw)
        expect(postal.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(body.trimEnd())
        expect(other.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(body.trimEnd())
        expect((postal.subject ?? '').trim()).toBe(said.trim())
        expect((other.subject ?? '').trim()).toBe(said.trim())
        expect(postal.to).toEqual([{ name: '', address: 'orders@shoes.test' }])
        expect([postal.cc, postal.bcc, postal.attachments]).toEqual([undefined, undefined, []])
      }),
      { numRuns: 60 },
    )
  })

  test('lintDraft makes links inert, shows each in full, and leaves ordinary text alone', () => {
    const linted = passed({
      body: 'See https://user@evil.test/a?u=http://x.test, www.shop.example and shop.com/x. mailto:a@b.com //cdn.com/p e.g. 3.14 v1.2 Dr.Who',
    })
    expect(linted.body).toBe(
      'See https[:]//user[@]evil[.]test/a?u=http[:]//x[.]test, www[.]shop[.]example and shop[.]com/x. mailto[:]a[@]b[.]com //cdn[.]com/p e.g. 3.14 v1.2 Dr.Who',
    )
    expect(linted.urls).toEqual([
      'https://user@evil.test/a?u=http://x.test',
      'www.shop.example',
      'shop.com/x',
      'mailto:a@b.com',
      '//cdn.com/p',
    ])
    expect(linted.flags).toContainEqual({
      where: 'body',
      sentence: 'it names links: they are listed in full',
    })
    expect(passed({ body: 'https://a.test/' }, { ...CONFIG, checks: ['recipient-allowlist'] }).body).toBe(
      'https://a.test/',
    )
  })

  test('lintDraft leaves nothing that a client of mail would link', () => {
    const piece = fc.constantFrom(
      'http://',
      'HTTPS://',
      'evil.com',
      'www.',
      'a',
      '.',
      '。',
      '/',
      ' ',
      '@',
      'ftp://x.test',
      'mailto:',
      'javascript:',
      ':',
      '//',
      '\n',
      'co.uk',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const { body } = passed({ body: pieces.join('') })
        expect(body).not.toMatch(/[a-z]:\/\/\S/i)
        expect(body).not.toMatch(/(?:mailto|javascript):\S/i)
        expect(body).not.toMatch(/(?<![@\p{L}\p{N}._-])www\.[a-z]+\.(?:com|test)/iu)
      }),
    )
  })

  test('lintDraft refuses attachments, with its check and without', () => {
    expect(why({ attachments: ['contract.pdf'] })).toContain('attachments')
    expect(why({ attachments: ['contract.pdf'] }, { ...CONFIG, checks: ['recipient-allowlist'] })).toContain(
      'attachments',
    )
    expect(why({ attachments: [] })).toBe('passed')
  })

  test('lintDraft takes out what does not show, says so, and keeps the draft as it came', () => {
    const body = 'Pay \u202Enow\u2066 \u{E0041}\u{E0042}x\uFE0F A\u030A\r\nline'
    const linted = passed({ body, subject: 'Hi\u200B' })
    expect([linted.body, linted.subject]).toEqual(['Pay now x Å\nline', 'Hi'])
    expect(linted.original.body).toBe(body)
    expect(linted.flags.map(({ where }) => where)).toEqual(['subject', 'body'])
  })

  test('lintDraft flags mixed scripts and hosts that only look like known ones, and quotes none of them', () => {
    const flagged = sentences({
      body: 'Log in at https://раураl.com or shoes-palace.com, Trаsh. Write mallory@evil.test',
    })
    expect(flagged).toEqual([
      'body: a word mixes letters of several scripts: it may only look like another',
      'body: the host of a link mixes letters of several scripts',
      'body: the host of a link is of letters that pass for Latin ones',
      'body: the host of a link is of other letters than a to z',
      'body: it names links: they are listed in full',
      'body: it names an address that is none of the conversation',
    ])
    const known = mail({ from: [{ name: '', address: 'a@paypal.com' }] })
    for (const host of ['paypa1.com', 'xn--ypal-43d9g.com', 'login.paypa1.com', 'раураӏ.com'])
      expect(
        sentences({ to: ['a@paypal.com'], body: `See https://${host}/` }, CONFIG, known),
        host,
      ).toContain('body: the host of a link only looks like one that is known')
    expect(sentences({ to: ['a@paypal.com'], body: 'See https://www.paypal.com/' }, CONFIG, known)).toEqual([
      'body: it names links: they are listed in full',
    ])
  })

  test('lintDraft flags an allowed recipient that looks like another one of the conversation', () => {
    expect(sentences({ to: ['kirn@home.test'] }, { allow: ['@home.test'] })).toEqual([
      'to: a recipient only looks like an address that is known',
    ])
  })

  test('lintDraft writes to no participant who could be taken for another one', () => {
    const named = (address: string) => [{ name: '', address }]
    const author = 'paula@bureau.example.org'
    const twins = ['paula@bureau.examp1e.org', 'pau1a@bureau.example.org', 'other@bureau.exarnple.org']
    for (const twin of twins) {
      for (const field of ['replyTo', 'cc'] as const) {
        const message = mail({ from: named(author), [field]: named(twin) })
        expect(why({ to: [twin] }, CONFIG, message), twin).toContain('only looks like one that is known')
        expect(why({ to: [twin] }, { allow: [twin] }, message), twin).toBe('passed')
      }
    }
    const message = mail({ from: named(author), replyTo: named('desk@bureau.example.org') })
    expect(why({ to: [author] }, CONFIG, message)).toBe('passed')
    expect(sentences({ to: ['desk@bureau.example.org'] }, CONFIG, message)).toEqual([])
  })

  test('lintDraft flags a recipient whom Reply-To alone names, under another domain', () => {
    const message = mail({ replyTo: [{ name: '', address: 'collect@void.test' }] })
    expect(sentences({ to: ['collect@void.test'] }, CONFIG, message)).toEqual([
      'to: a recipient is no author of the message: its Reply-To leads to another domain',
    ])
    expect(sentences({ to: ['orders@shoes.test'] }, CONFIG, message)).toEqual([])
  })

  test('lintDraft takes only an answer within the thread of the wired message', () => {
    expect(why({ in_reply_to: 'other@evil.test' })).toContain('another message')
    const thread = mail({ references: ['0@shoes.test'] })
    expect(passed({ in_reply_to: '1@shoes.test' }, CONFIG, thread).raw).toContain(
      'References: <0@shoes.test>\r\n <1@shoes.test>\r\n',
    )
  })
})

describe('draftLint', () => {
  const given = { envelope: mail(), outputs: ['drafts'], config: CONFIG, spool: true }
  test('draftLint writes the linted draft and proposes it, once', async () => {
    const { result, out, spooled } = await stageHere(draftLint, { ...given, records: { drafts: DRAFT } })
    expect(result).toEqual({ ok: true, value: [] })
    expect(LintedDraft.safeParse(out['drafts']).success).toBe(true)
    expect(spooled).toEqual([
      { name: `${HANDLE}.0.json`, line: { op: 'draft', handle: HANDLE, to: null, nonce: `${HANDLE}-draft` } },
    ])
  })

  test.each([
    ['a hidden copy', { ...DRAFT, bcc: ['mallory@evil.test'] }],
    ['a hundred recipients', { ...DRAFT, to: Array.from({ length: 100 }, () => 'orders@shoes.test') }],
    ['a list of drafts', [DRAFT, DRAFT]],
    ['headers of its own', { ...DRAFT, headers: { Bcc: 'mallory@evil.test' } }],
    ['no recipient', { ...DRAFT, to: [] }],
    ['HTML', { ...DRAFT, html: '<img src=x>' }],
    ['half a character', { ...DRAFT, body: '\uD800' }],
  ])('draftLint refuses and proposes nothing for %s', async (_name, draft) => {
    const { result, out, spooled } = await stageHere(draftLint, { ...given, records: { drafts: draft } })
    expect(result).toMatchObject({ ok: false })
    expect([out['drafts'], spooled]).toEqual([undefined, []])
    expect(JSON.stringify(result)).not.toContain('evil')
  })

  test('draftLint proposes nothing that lintDraft refuses, nor without a spool', async () => {
    const bad = await stageHere(draftLint, {
      ...given,
      records: { drafts: { ...DRAFT, to: ['mallory@evil.test'] } },
    })
    expect([bad.out['drafts'], bad.spooled]).toEqual([undefined, []])
    const silent = await stageHere(draftLint, { ...given, spool: false, records: { drafts: DRAFT } })
    expect(silent.result).toEqual({ ok: true, value: ['a draft was not proposed: this step has no spool'] })
  })
})
