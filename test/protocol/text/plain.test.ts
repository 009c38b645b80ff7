// Text without markup: ordinary writing of many scripts byte for byte, and what goes. Relies on payloads.ts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMOJI_JOINERS, MARKS } from '../../../protocol/limits.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { FAMILIES } from './payloads.ts'

const code = (text: string): string =>
  Array.from(text, char => char.codePointAt(0)?.toString(16) ?? '').join(' ')

test('plain takes the markup out of a link and breaks its scheme', () => {
  expect(plain('Win [click](http://evil.example) **now**')).toBe('Win click (http: //evil.example) now')
})

test.each([
  'Re: Great catching up :)',
  'R&D (v2.0) – 50 % off, $5',
  'Møteinnkalling: Årsmøte på Ås, 12. juni kl. 10:30 – «velkommen» til alle!'.replace('!', '.'),
  'Faktura 20261130 frå Bergen kommune: forfall 14.12.2026, kr 1 250,-',
  'تذكير: اجتماع الفريق غدًا الساعة ١٠:٣٠ صباحًا',
  'فاتورة رقم ١٢٣٤ – الرجاء السداد قبل نهاية الشهر',
  'می‌خواهم این نامه را بخوانم',
  'आपका बिल तैयार है: कृपया ३१ दिसंबर तक भुगतान करें',
  'क्‍ष और क्ष, श्री‌मान',
  'র‍্যাব ও র‌্যাব',
  '【重要】お支払い期限のお知らせ（12月10日まで）',
  'ご予約ありがとうございます：東京〜大阪、2名様、￥12,800',
  '안녕하세요, 회의 일정 안내드립니다',
  '会议纪要：请查收，谢谢',
  'Ελληνικά, Русский текст і українська, עברית: שלום רב',
  'Tiếng Việt: Xin chào, hẹn gặp lại',
  'ไทย: ขอบคุณมากครับ ที่นี่ น้ำ',
  'လျှို့ဝှက်ချက် မြို့တော် ကျွန်ုပ်',
  'ស្ត្រី ខ្ញុំ កម្ពុជា',
  'བསྒྲུབས་པ་ ཨོཾ་',
  'שָׁלוֹם עֲלֵיכֶם',
  'தமிழ் வணக்கம், తెలుగు, ಕನ್ನಡ, മലയാളം, සිංහල, ਪੰਜਾਬੀ, ગુજરાતી',
  'Tiê\u0323\u0301ng Vie\u0323\u0302t',
  'ქართული, Հայերեն, አማርኛ, ᠮᠣᠩᠭᠣᠯ',
  '👩‍💻 👨‍👩‍👧‍👦 ❤️ ✈️ 🏳️‍🌈 🏴‍☠️ 👍🏽 🇳🇴 1️⃣ 👨🏻‍❤️‍💋‍👨🏽 ☎︎ 🏃‍♀️‍➡️',
  'Décomposé: e\u0301te\u0301 and a\u030Angstro\u0308m',
])('plain leaves ordinary text byte for byte: %s', text => {
  expect(code(plain(text))).toBe(code(text))
})

describe('what does not show', () => {
  test.each([
    ['zero-width space', 'w\u200Bww', 'www'],
    ['soft hyphen', 'a\u00ADb', 'ab'],
    ['tag characters', `Hi${String.fromCodePoint(0xe0041, 0xe0042)}`, 'Hi'],
    ['a direction override', 'abc\u202Edef', 'abcdef'],
    ['isolates', '\u2066a\u2069\u2068b', 'ab'],
    ['private use', 'a\uE000b\u{F0000}', 'ab'],
    ['a noncharacter', 'a\uFFFEb', 'ab'],
    ['an unassigned code point', 'a\u0378b', 'ab'],
    ['lone surrogates', 'a\uD800b\uDC00c', 'abc'],
    ['interlinear marks and object replacement', '\uFFF9a\uFFFAb\uFFFB\uFFFC', 'ab'],
    ['Hangul fillers', 'a\u3164\u115Fb', 'ab'],
    ['variation selectors on a letter', 'a\uFE0F\uFE01b\u{E0100}', 'ab'],
    ['joiners between Latin letters', 'a\u200Db\u200Cc', 'abc'],
    ['a joiner at the end of an emoji', '👩\u200D x', '👩 x'],
    ['a mark without a letter', '\u0301a \u0301b', 'a b'],
  ])('plain removes from its text %s', (_, text, wanted) => {
    expect(plain(text)).toBe(wanted)
  })

  test.each([
    ['tab, newline, carriage return', 'a\t\r\nb', 'a b'],
    ['vertical tab, form feed, separators', 'a\v\f\x1C\x1Fb', 'a b'],
    ['next line and C1', 'a\x85\x9Bb', 'a b'],
    ['line and paragraph separator', 'a\u2028\u2029b', 'a b'],
    ['no-break, figure, narrow, ideographic and Ogham space', 'a\u00A0\u2007\u202F\u3000\u1680b', 'a b'],
    ['Braille and hieroglyph blanks', 'a\u2800\u{13441}\u{1D159}b', 'a b'],
    ['NUL and ESC', 'a\0\x1Bb', 'a b'],
    ['white space at the ends', ' \u00A0\uFEFF a \u3000', 'a'],
  ])('plain folds %s to one space', (_, text, wanted) => {
    expect(plain(text)).toBe(wanted)
  })
})

test('plain breaks a scheme that invisible characters had split', () => {
  expect(plain('http:\u200B/\u00AD/evil.example')).toBe('http: //evil.example')
})

test(`plain keeps ${MARKS} marks on a letter and drops the next`, () => {
  expect([...plain(`x${'\u0336'.repeat(MARKS)}`)]).toHaveLength(1 + MARKS)
  expect([...plain(`x${'\u0336'.repeat(MARKS + 1)}`)]).toHaveLength(1 + MARKS)
})

test(`plain keeps ${EMOJI_JOINERS} joiners in an emoji and drops the next`, () => {
  const chain = (women: number): string => Array.from({ length: women }, () => '👩').join('\u200D')
  expect(plain(chain(EMOJI_JOINERS + 1))).toBe(chain(EMOJI_JOINERS + 1))
  expect(plain(chain(EMOJI_JOINERS + 2))).toBe(`${chain(EMOJI_JOINERS + 1)}👩`)
})

test('plain takes ten megabytes of marks, controls and surrogates without throwing', () => {
  expect(plain('\u0336\uD800\x00'.repeat(1_000_000))).toBe('')
})

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...FAMILIES.flatMap(family => family.payloads).filter(payload => payload.length < 60)),
    fc.constantFrom(...'[]<>|`*_#!\\~= ://@.&;\u200D\u200C\uFE0F\u0301\u202E\u00A0\n👩❤1ا‌क्ष'),
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.integer({ min: 0xd800, max: 0xdfff }).map(unit => String.fromCharCode(unit)),
  ),
  maxLength: 12,
})

test('plain is idempotent and makes one well-formed line without markup of any string', () => {
  fc.assert(
    fc.property(hostile, text => {
      const line: string = plain(text)
      expect(plain(line)).toBe(line)
      expect(line.isWellFormed()).toBe(true)
      expect(line).not.toMatch(/[[\]<>|`*_#!\\~=]|:\/\/|[^\S ]| {2}|^ | $|\p{Cc}|\p{Bidi_Control}/u)
    }),
    { numRuns: 3_000 },
  )
})
