// HTML as text: what a person would see, what is hidden, and that nothing of another machine stays.
import { expect, test } from 'vitest'
import * as cap from '../../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../protocol/message.ts'
import { htmlText } from '../../../helpers/seenText/htmlText.ts'
import { problemList } from '../../../helpers/seenText/problems.ts'

const read = (html: string) => {
  const problems = problemList()
  return { ...htmlText(html, problems), problems: problems.list() }
}
const marked = (text: string): string => `${HIDDEN_BEGIN}\n${text}\n${HIDDEN_END}`
const styled = (style: string, tag = 'span'): string => `<p>seen</p><${tag} style="${style}">SECRET</${tag}>`

/** Each trick, and the same words where it is not played. */
const TRICKS: readonly (readonly [trick: string, hidden: string, control: string])[] = [
  ['display: none', styled('display:none'), styled('display:inline')],
  ['display: none in capitals, spaced', styled('DISPLAY :  None !important'), styled('DISPLAY : block')],
  ['display: none with an escaped letter', styled('d\\69splay:none'), styled('d\\69splay:block')],
  ['display: none behind a comment', styled('/* x */display/**/:none'), styled('/*display:none*/color:red')],
  ['visibility: hidden', styled('visibility:hidden'), styled('visibility:visible')],
  ['opacity: 0', styled('opacity:0'), styled('opacity:0.9')],
  ['opacity in percent', styled('opacity:1%'), styled('opacity:80%')],
  ['letters of no size', styled('font-size:0'), styled('font-size:12px')],
  ['letters of one pixel', styled('font-size:1px'), styled('font-size:9pt')],
  ['letters of a speck by shorthand', styled('font:1px/1px arial'), styled('font:14px/20px arial')],
  ['letters of a fraction of the others', styled('font-size:0.05em'), styled('font-size:0.9em')],
  ['white on white', styled('color:#ffffff'), styled('color:#333333')],
  ['nearly white on white', styled('color:rgb(252, 252, 252)'), styled('color:rgb(90, 90, 90)')],
  ['no colour at all', styled('color:transparent'), styled('color:navy')],
  [
    'the colour of its own ground',
    styled('color:#123456;background:#123457'),
    styled('color:#fff;background:#123457'),
  ],
  [
    'the colour of a ground around it',
    '<div style="background-color:black"><i style="color:#000">SECRET</i></div>',
    '<div style="background-color:black"><i style="color:#fff">SECRET</i></div>',
  ],
  [
    'bgcolor and font color',
    '<table bgcolor=#336699><td><font color="#336699">SECRET</font></table>',
    '<table bgcolor=#336699><td><font color="white">SECRET</font></table>',
  ],
  ['a place off the screen', styled('position:absolute;left:-9999px'), styled('position:absolute;left:10px')],
  ['an indent off the screen', styled('text-indent:-9999px', 'div'), styled('text-indent:2em', 'div')],
  [
    'a move off the screen',
    styled('transform:translateX(-5000px)', 'div'),
    styled('transform:translateX(5px)', 'div'),
  ],
  ['a scale of nothing', styled('transform:scale(0)', 'div'), styled('transform:scale(1)', 'div')],
  ['a box of no height', styled('max-height:0;overflow:hidden', 'div'), styled('max-height:0', 'div')],
  [
    'a box of no width',
    styled('width:1px;height:1px;overflow:hidden', 'div'),
    styled('width:100px;overflow:hidden', 'div'),
  ],
  [
    'a clip of nothing',
    styled('position:absolute;clip:rect(0 0 0 0)', 'div'),
    styled('clip:rect(0 100px 100px 0)', 'div'),
  ],
  ['a clip path of nothing', styled('clip-path:inset(100%)', 'div'), styled('clip-path:none', 'div')],
  ['letters of a number with an exponent', styled('font-size:1e-5em'), styled('font-size:1e0em')],
  ['a length that is computed', styled('font-size:calc(0px)'), styled('font-size:calc(12px)')],
  ['a colour by its hue', styled('color:hsl(0, 0%, 99%)'), styled('color:hsl(120, 50%, 30%)')],
  [
    'a fill of no colour',
    styled('-webkit-text-fill-color:transparent'),
    styled('-webkit-text-fill-color:red'),
  ],
  ['a filter of no opacity', styled('filter:opacity(0)'), styled('filter:opacity(1)')],
  [
    'opacities that come to nothing',
    `<div style="opacity:.3"><div style="opacity:.3">${styled('opacity:.2')}</div></div>`,
    `<div style="opacity:.9"><div style="opacity:.9">${styled('opacity:.9')}</div></div>`,
  ],
  ['a zoom of nothing', styled('zoom:0'), styled('zoom:1')],
  ['a small scale', styled('transform:scale(.001)', 'div'), styled('transform:scale(.9)', 'div')],
  ['the property scale', styled('scale:0', 'div'), styled('scale:1', 'div')],
  [
    'an inset off the screen',
    styled('position:absolute;inset:-9999px auto auto 0', 'div'),
    styled('position:absolute;inset:0 auto auto 0', 'div'),
  ],
  [
    'a place far to the right',
    styled('position:absolute;left:9999px', 'div'),
    styled('position:absolute;left:300px', 'div'),
  ],
  [
    'a place off the screen by a share',
    styled('position:absolute;left:-200%', 'div'),
    styled('position:absolute;left:-1%', 'div'),
  ],
  ['a margin among four', styled('margin:0 0 0 -9999px', 'div'), styled('margin:0 0 0 9px', 'div')],
  ['a padding off the screen', styled('padding-left:9999px', 'div'), styled('padding-left:40px', 'div')],
  ['the property translate', styled('translate:-9999px', 'div'), styled('translate:4px', 'div')],
  [
    'a clip path without an area',
    styled('clip-path:polygon(0 0, 0 0, 0px 0)', 'div'),
    styled('clip-path:polygon(0 0, 100% 0, 50% 90%)', 'div'),
  ],
  [
    'lines of no height',
    styled('line-height:0;overflow:hidden', 'div'),
    styled('line-height:1.4;overflow:hidden', 'div'),
  ],
  ['the letters of the page', '<body text=white><p>SECRET</p>', '<body text=black><p>SECRET</p>'],
  ['a dialog that is closed', '<dialog>SECRET</dialog>', '<dialog open>SECRET</dialog>'],
  ['a popover', '<div popover>SECRET</div>', '<div>SECRET</div>'],
  [
    'a rule for wide screens',
    '<style>@media screen and (min-width:1px){.x{display:none}}</style><p class=x>SECRET</p>',
    '<style>@media screen and (max-width:480px){.x{display:none}}</style><p class=x>SECRET</p>',
  ],
  [
    'a rule for all but paper',
    '<style>@media not print{.x{display:none}}</style><p class=x>SECRET</p>',
    '<style>@media print{.x{display:none}}</style><p class=x>SECRET</p>',
  ],
  [
    'a rule in a layer',
    '<style>@layer a{.x{display:none}}</style><p class=x>SECRET</p>',
    '<style>@layer a{.x{display:block}}</style><p class=x>SECRET</p>',
  ],
  [
    'a rule by an attribute',
    '<style>[class="x"]{display:none}</style><p class=x>SECRET</p>',
    '<style>[class="x"]{display:none}</style><p class=y>SECRET</p>',
  ],
  ['the mark for one mail program', styled('mso-hide:all'), styled('mso-hide:none')],
  ['the attribute hidden', '<p hidden>SECRET</p>', '<p title=hidden>SECRET</p>'],
  [
    'a class',
    '<style>.x{display:none}</style><p class="a x">SECRET</p>',
    '<style>.x{display:none}</style><p class="a y">SECRET</p>',
  ],
  [
    'a class declared behind the text',
    '<p class=x>SECRET</p><style>.x{display:none}</style>',
    '<p class=x>SECRET</p><style>.x{display:block}</style>',
  ],
  [
    'an id within an element',
    '<style>div #x{font-size:0px}</style><div><p id=x>SECRET</p></div>',
    '<style>ul #x{font-size:0px}</style><div><p id=x>SECRET</p></div>',
  ],
  [
    'a tag within a media block for screens',
    '<style>@media screen{p{display:none}}</style><p>SECRET</p>',
    '<style>@media print{p{display:none}}</style><p>SECRET</p>',
  ],
  [
    'a rule that wins by being important',
    '<style>p{display:none!important}</style><p style="display:block">SECRET</p>',
    '<style>p{display:none}</style><p style="display:block">SECRET</p>',
  ],
  [
    'an element around it',
    '<div style="display:none"><p><b>SECRET</b></p></div>',
    '<div><p><b>SECRET</b></p></div>',
  ],
]

test.each(TRICKS)(
  'htmlText marks text that is hidden by %s, and not the same text seen',
  (_, hidden, control) => {
    const told = read(hidden)
    expect(told.text).toContain(marked('SECRET'))
    expect(told.hidden).toBe(1)
    const plain = read(control)
    expect(plain.text).toContain('SECRET')
    expect(plain.text).not.toContain(HIDDEN_BEGIN)
    expect(plain.hidden).toBe(0)
  },
)

test('htmlText undoes what a child undoes, and only that', () => {
  expect(read('<p style="font-size:0"><b style="font-size:14px">back</b></p>').hidden).toBe(0)
  expect(read('<p style="visibility:hidden"><b style="visibility:visible">back</b></p>').hidden).toBe(0)
  expect(read('<p style="display:none"><b style="display:block">gone</b></p>').hidden).toBe(1)
})

test('htmlText keeps a seen word whole when hidden letters stand in it', () => {
  const { text } = read('<p>12<span style="display:none">9</span>34 EUR</p>')
  expect(text).toBe(`1234 EUR\n${marked('9')}`)
})

test('htmlText marks a preheader once and leaves its filling of blanks out', () => {
  const filling = '&nbsp;&zwnj;&#847; '.repeat(50)
  const { text, hidden } = read(
    `<div style="display:none">Save now ${filling}</div><div style="display:none">${filling}</div><p>Hello</p>`,
  )
  expect(text).toBe(`${marked('Save now')}\n\nHello`)
  expect(hidden).toBe(1)
})

test('htmlText shows a picture in white on white, and its link, as seen', () => {
  const { text, hidden } = read(
    '<p style="color:#fff"><a href="https://a.example/x"><img src="cid:1" alt="Pay"></a></p>',
  )
  expect(text).toBe('[image: Pay] <https://a.example/x>')
  expect(hidden).toBe(0)
})

test('htmlText hides the target of a link of which all is hidden', () => {
  const { text } = read('<p>x</p><a style="display:none" href="https://evil.example/">go</a>')
  expect(text).toBe(`x\n\n${marked('go <https://evil.example/>')}`)
})

test('htmlText breaks up the words of its marks in text that is seen or hidden', () => {
  const { text, hidden } = read(
    `<p>${HIDDEN_BEGIN}</p><p>[ HIDDEN  text&nbsp;ends ]</p><p hidden>${HIDDEN_END}</p>`,
  )
  expect(hidden).toBe(1)
  expect(text.split('\n').filter(line => line === HIDDEN_BEGIN || line === HIDDEN_END)).toEqual([
    HIDDEN_BEGIN,
    HIDDEN_END,
  ])
  expect(text).toContain('[hidden-text begins]')
})

test('htmlText writes blocks, breaks, lists, quotations and cells as lines', () => {
  const html = `<h1>Title</h1><p>One<br>two</p><ul><li>first<li>second</ul>
    <blockquote>said <blockquote>before</blockquote></blockquote><table><tr><td>Total</td><td>12.00</td></tr></table><pre>a  b
 c</pre>`
  expect(read(html).text).toBe(
    'Title\n\nOne\ntwo\n\n- first\n- second\n\n> said\n\n> > before\n\nTotal  12.00\n\na  b\n c',
  )
})

test('htmlText puts the target of a link in full beside its words, once, as one inert word', () => {
  const { text } = read(
    '<a href="https://a.example/p?q=1&amp;r=2">pay here</a> <a href="https://b.example">https://b.example/</a> <a href="https://c.example/a b>c\u202E">x</a> <a href="#top">up</a>',
  )
  expect(text).toBe(
    'pay here <https://a.example/p?q=1&r=2> https://b.example/ x <https://c.example/a%20b%3Ec> up',
  )
})

test('htmlText keeps a target of the cap and cuts a longer one', () => {
  const target = (length: number): string => `https://a.example/${'x'.repeat(length - 18)}`
  expect(read(`<a href="${target(cap.LINK_CHARS)}">x</a>`).text).toBe(`x <${target(cap.LINK_CHARS)}>`)
  const over = read(`<a href="${target(cap.LINK_CHARS + 1)}">x</a>`)
  expect(over.text).toBe(`x <${target(cap.LINK_CHARS)}…>`)
  expect(over.problems).toEqual(['the target of a link is longer than it may be: it was cut'])
})

/** What a mail program would fetch by itself, and what it would not. */
const REMOTE: readonly (readonly [what: string, html: string])[] = [
  ['a picture', '<img src="https://t.example/1.gif">'],
  ['a picture without a scheme', '<img src="//t.example/1.gif">'],
  ['a set of pictures', '<img srcset="https://t.example/1.gif 2x">'],
  ['a background', '<td background="http://t.example/1.gif">'],
  ['a style', '<p style="background:url( \'https://t.example/1.gif\')">x</p>'],
  ['a style block', '<style>p{background:url(https://t.example/1.gif)}</style>'],
  ['an import', '<style>@import "https://t.example/1.css";</style>'],
  ['a style sheet', '<link rel=stylesheet href="https://t.example/1.css">'],
  ['a frame', '<iframe src="https://t.example/"></iframe>'],
  ['a refresh', '<meta http-equiv=refresh content="0;url=https://t.example/">'],
  ['a ping', '<a href="https://a.example/" ping="https://t.example/">x</a>'],
  ['a film', '<video poster="https://t.example/1.gif"></video>'],
  ['an object', '<object data="https://t.example/1.swf"></object>'],
  ['a picture in a drawing', '<svg><image xlink:href="https://t.example/1.svg" /></svg>'],
]
test.each(REMOTE)('htmlText drops and counts %s of another machine', (_, html) => {
  const { text, remote } = read(`<p>hello</p>${html}`)
  expect(remote).toBe(1)
  expect(text).not.toContain('t.example')
})
test('htmlText counts no picture of the message itself and no link to click', () => {
  expect(
    read('<img src="cid:1"><img src="data:image/gif;base64,AA=="><a href="https://a.example/">x</a>').remote,
  ).toBe(0)
})

test('htmlText leaves out comments, scripts, styles and titles', () => {
  const html =
    '<title>T</title><!-- C --><script>S</script><style>Y{}</style><noscript>N</noscript><p>seen</p>'
  expect(read(html).text).toBe('N\n\nseen')
})

test('htmlText reads HTML at each cap and says what it cut past it', () => {
  const deep = (depth: number) => read(`${'<b>'.repeat(depth)}x`)
  expect(deep(cap.HTML_DEPTH).problems).toEqual([])
  expect(deep(cap.HTML_DEPTH).text).toBe('x')
  expect(deep(cap.HTML_DEPTH + 1).cut).toBe(true)
  const long = (length: number) => read(`<p hidden>${' '.repeat(length - 10)}`)
  expect(long(cap.HTML_CHARS).cut).toBe(false)
  expect(long(cap.HTML_CHARS + 1).cut).toBe(true)
})

test('htmlText reads a style attribute and the rules of a message up to their caps', () => {
  const attribute = (length: number) =>
    read(`<p style="${'x'.repeat(length - 13)};display:none">S</p>`).hidden
  expect(attribute(cap.STYLE_CHARS)).toBe(1)
  expect(attribute(cap.STYLE_CHARS + 1)).toBe(0)
  const rules = (count: number) =>
    read(`<style>${'.y{display:none}'.repeat(count - 1)}.x{display:none}</style><p class=x>S</p>`).hidden
  expect(rules(cap.STYLE_RULES)).toBe(1)
  expect(rules(cap.STYLE_RULES + 1)).toBe(0)
})

test('htmlText gives up on styles past the comparisons of the cap, and says so', () => {
  const elements = (count: number) =>
    read(`<style>${'.x{display:none}'.repeat(cap.STYLE_RULES)}</style>${'<b class=x>a</b>'.repeat(count)}`)
  const most = cap.STYLE_MATCHES / cap.STYLE_RULES
  expect(elements(most).problems).toEqual([])
  expect(elements(most + 1).problems).toEqual([
    'an HTML text has more styles than are read: what they hide may not be marked',
  ])
})

test('htmlText says where a style that would hide is of a kind that is not read, and only there', () => {
  const told = (css: string): boolean => {
    const problems = problemList()
    htmlText(`<style>${css}</style><p>a</p>`, problems)
    return problems.list().some(problem => problem.includes('of a kind that is not read'))
  }
  for (const selector of ['p:nth-child(2)', 'p:not(.y)', 'a + p', ':is(.x)', 'p[data-x]'])
    expect([selector, told(`${selector}{display:none}`)]).toEqual([selector, true])
  expect(told('p:nth-child(2){color:red}')).toBe(false)
  expect(told('a:hover{display:none}')).toBe(false)
  expect(told('.x{display:none}')).toBe(false)
})
