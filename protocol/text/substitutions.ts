// The one table of what inert.ts may change, in the order it is applied. Each substitute looks like what it stands for and
// has no way back: no Unicode normal form and no case mapping of it gives the original (security.md 1.3 and 2.5).
// Relies on its input being `plain`.
import { WORD_CHARS } from '../limits.ts'

/** Each character of `from` becomes `to` where `where` holds; without `from` it only adds characters to what `where` matches. */
export interface Substitution {
  readonly from: readonly string[]
  /** A replacement template: `$&` is what was there. */
  readonly to: string
  /** Source of a regular expression in which `X` is any character of `from`; `X` alone means everywhere. */
  readonly where: string
  readonly why: string
}

const always = (from: string, to: string, why: string): Substitution => ({
  from: [...from],
  to,
  where: 'X',
  why,
})
const beside = (where: string, entry: Omit<Substitution, 'where'>): Substitution => ({ ...entry, where })

/** Three characters whose NFKC form, without case, is www. */
const WWW = String.raw`[wWʷᵂⓌⓦＷｗ\u{1CCEC}\u{1F146}𝐖𝐰𝑊𝑤𝑾𝒘𝒲𝓌𝓦𝔀𝔚𝔴𝕎𝕨𝖂𝖜𝖶𝗐𝗪𝘄𝘞𝘸𝙒𝙬𝚆𝚠]{3}`
/** The rest of a name that RFC 6761 keeps from ever existing. */
const NOWHERE = String.raw`(?:[A-Za-z0-9\-]{1,63}\.){0,4}(?:test|example|invalid|localhost)(?!\.?[^\s\p{P}]|[\-－﹣])`
/** A dot inside a word: not before a blank or punctuation, not between digits, not in a name that leads nowhere. */
const INSIDE = String.raw`(?<=\S)X(?=[\-－﹣]|[^\s\p{P}])(?!(?<=\p{Nd}X)\p{Nd})(?!(?<=[A-Za-z0-9]X)${NOWHERE})`
/** The one colon of 10:30; of 10:30:05 neither, since `:30:` has the form of an emoji code. */
const CLOCK = String.raw`(?<=(?<![\p{Nd}:：﹕︓])\p{Nd}{1,20}X)\p{Nd}{1,20}(?![\p{Nd}:：﹕︓])`
/** A colon that could end a scheme or open an emoji code. */
const BEFORE_WORD = String.raw`X(?=[^\s\p{P}])(?!${CLOCK})`
/** The fullwidth colon is ordinary in Japanese before anything else. */
const BEFORE_CODE = String.raw`X(?=\p{sc=Latn}|(?=[\p{L}\p{S}])\p{sc=Zyyy}|[+＋]|\p{Nd}+[:：﹕︓])`
const DOUBLED = 'X(?=X)|(?<=X)X'
const ENTITY = String.raw`X(?!\p{M})(?=[\p{L}\p{M}\p{N}\p{S}]{1,40}[;；﹔︔\u037E])`
/** Blank-separated scripts only: the others break anywhere. Never inside a letter with its marks or an emoji. */
const WORD = String.raw`[^\s\p{Extended_Pictographic}\p{Emoji_Modifier}\p{RI}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]`

const QUOTES = 'only twin writes the curly quotes around a field'
const HTML = 'HTML, autolinks, quotes'
const LINK = 'links, wiki links, footnotes, Dataview fields'
const EMPHASIS = 'emphasis, lists, rules'
const HOST = 'bare host names and www. become links'
/** Dataview takes a bare variation selector for a calendar. */
const DATED = 'a date after it is a field of Tasks or Dataview'
const WORDED = 'a word after it is a field of Tasks'

/** Full stops that are part of another character: their NFKC form can end a label of a host name. */
const NUMBERED = [...'🄀⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛'].map((char, number) =>
  beside(String.raw`X(?=[\-－﹣]|[^\s\p{P}])`, { from: [char], to: `${number}·`, why: HOST }),
)

/**
 * In the order of application; a test maps a field back through it and compares with the plain text. Runs are broken before
 * full stops are looked at: half of `.invalid` is a country's domain.
 */
export const SUBSTITUTIONS: readonly Substitution[] = [
  always('“”„‟', '"', QUOTES),
  always('［﹇', '〔', LINK),
  always('］﹈', '〕', LINK),
  always('＜﹤', '‹', HTML),
  always('＞﹥', '›', HTML),
  always('≮', '‹\u0338', HTML),
  always('≯', '›\u0338', HTML),
  always('｜', '¦', 'table cells'),
  always('｀\u1FEF', 'ˋ', 'code, Dataview queries'),
  always('＊﹡', '∗', EMPHASIS),
  always('＿︳︴﹍﹎﹏', 'ˍ', EMPHASIS),
  always('＃﹟', '♯', 'tags, headings'),
  always('＼﹨', '∖', 'escapes, TeX'),
  always('～', '〜', 'strike-through, fences'),
  always('＝﹦⁼₌', '═', 'highlights'),
  always('⩵', '══', 'highlights'),
  always('⩶', '═══', 'highlights'),
  always('⩴', '∶∶═', 'Dataview fields, highlights'),
  always('^＾', 'ˆ', 'block ids, footnotes, superscript'),
  always('{｛﹛︷', '❴', 'templates, attributes'),
  always('}｝﹜︸', '❵', 'templates, attributes'),
  always('$＄﹩', '💲', 'math: two prices on a line are a formula'),
  beside(String.raw`(?<=\S)X(?!X)(?=[^\s\p{M}])`, {
    from: ['@', '＠', '﹫'],
    to: ' (at) ',
    why: 'addresses, mentions',
  }),
  beside(String.raw`(?<=\S)X`, { from: ['@', '＠', '﹫'], to: ' (at)', why: 'addresses, mentions' }),
  beside(String.raw`X(?=[^\s\p{M}])`, { from: ['@', '＠', '﹫'], to: '(at) ', why: 'addresses, mentions' }),
  always('@＠﹫', '(at)', 'addresses, mentions'),
  beside(DOUBLED, { from: ['/', '／'], to: '∕', why: '//host is a link, also after a blank' }),
  beside('(?<=X)X', { from: ['%', '％', '﹪'], to: ' $&', why: 'comments: they hide what stands between' }),
  beside(DOUBLED, { from: [':', '：', '﹕', '︓'], to: '∶', why: 'Dataview fields' }),
  beside(BEFORE_WORD, { from: [':', '﹕', '︓'], to: '∶', why: 'schemes, emoji codes' }),
  beside(BEFORE_CODE, { from: ['：'], to: '∶', why: 'schemes, emoji codes' }),
  beside(ENTITY, { from: ['&', '＆', '﹠'], to: '$& ', why: 'character references' }),
  ...NUMBERED,
  always('㏂', 'a·m·', HOST),
  always('㏘', 'p·m·', HOST),
  always('㏇', 'Co·', HOST),
  beside(String.raw`(?<=[📅📆🗓⏳⌛🛫✅➕❌⏰\uFE0F])(?= ?\p{N})`, { from: [], to: ' ·', why: DATED }),
  beside(String.raw`(?<=[🔁🆔⛔🏁]\uFE0F?)(?= ?[\p{L}\p{N}])`, { from: [], to: ' ·', why: WORDED }),
  beside(String.raw`${WORD}{${WORD_CHARS}}(?![\p{M}\u200C\u200D])(?<![\u200C\u200D])(?=${WORD})`, {
    from: [],
    to: '$& ',
    why: 'a long run pushes what follows out of a narrow pane',
  }),
  beside(`(?<=${WWW})X`, { from: ['.', '․', '﹒', '．'], to: '·', why: HOST }),
  beside(`(?<=${WWW})X`, { from: ['‥', '…', '︙', '︰'], to: '⋯', why: HOST }),
  beside(INSIDE, { from: ['.', '․', '﹒', '．'], to: '·', why: HOST }),
]
