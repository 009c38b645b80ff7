// How the page looks: one style sheet inside each page, named to the browser by its hash. Light and dark as the person's
// system is, one column from 320 px on, no font or image from anywhere. Relies on no class that text could choose.
import { createHash } from 'node:crypto'

const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f6f5f2; --card: #ffffff; --ink: #1d1f21; --soft: #5a5f66; --line: #dcdad4;
  --accent: #1f5fa8; --on-accent: #ffffff; --good: #1e6b3a; --bad: #a3271c; --warn: #7a4b00;
  --bad-paper: #fbecea; --warn-paper: #fdf3e0; --good-paper: #e9f5ed; --quote: #f0efeb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191c; --card: #202327; --ink: #e8e6e1; --soft: #a7abb2; --line: #363a40;
    --accent: #8ab8f0; --on-accent: #10213a; --good: #86cf9e; --bad: #f2a39a; --warn: #e8c07a;
    --bad-paper: #35211f; --warn-paper: #322a1b; --good-paper: #1c2f23; --quote: #1a1d20;
  }
}
* { box-sizing: border-box; }
html { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; background: var(--paper); color: var(--ink); }
body { margin: 0; overflow-wrap: anywhere; }
.skip, .far { position: absolute; left: -999rem; }
.skip:focus { position: static; display: inline-block; margin: .5rem; }
.wide { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
header.top { background: var(--card); border-bottom: 1px solid var(--line); }
header.top .wide { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding-top: .9rem; padding-bottom: .6rem; }
.brand { font-weight: 650; letter-spacing: .01em; margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .15rem .35rem; list-style: none; margin: 0; padding: 0; }
nav a { display: inline-block; padding: .2rem .6rem; border-radius: .45rem; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
nav a[aria-current] { color: var(--ink); background: var(--quote); font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
main.wide { display: block; padding-top: 1.6rem; padding-bottom: 2rem; }
main:focus { outline: none; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; font-weight: 650; }
h2 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .5rem; font-weight: 650; }
h3 { font-size: .95rem; margin: 1.1rem 0 .3rem; font-weight: 650; }
p { margin: .35rem 0; }
.lead { color: var(--soft); margin-bottom: 1.2rem; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.15rem; margin: 0 0 1rem; }
.card + .card { margin-top: 0; }
.card hr { border: 0; border-top: 1px solid var(--line); margin: 1rem 0; }
.card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; }
.notice { border-left: .3rem solid var(--warn); background: var(--warn-paper); border-radius: .5rem; padding: .7rem 1rem; margin: 0 0 1rem; }
.notice.bad { border-color: var(--bad); background: var(--bad-paper); }
.notice.good { border-color: var(--good); background: var(--good-paper); }
.tag { display: inline-block; font-size: .8rem; line-height: 1.3; font-weight: 600; border: 1px solid currentColor; border-radius: 1rem; padding: .08rem .6rem; margin-right: .35rem; }
.tag.good { color: var(--good); } .tag.bad { color: var(--bad); } .tag.warn { color: var(--warn); } .tag.plain { color: var(--soft); }
ul.plain, ol.plain { list-style: none; margin: 0; padding: 0; }
ul.plain > li + li, ol.plain > li + li { border-top: 1px solid var(--line); }
ul.plain > li, ol.plain > li { padding: .6rem 0; }
.card > ol.plain > li:first-child { padding-top: 0; } .card > ol.plain > li:last-child { padding-bottom: 0; }
ol.cards { list-style: none; margin: 0; padding: 0; }
dl.facts { display: grid; grid-template-columns: minmax(6.5rem, max-content) 1fr; gap: .3rem 1rem; margin: .5rem 0; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; min-width: 0; }
table { width: 100%; border-collapse: collapse; margin: .4rem 0; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-top: 1px solid var(--line); }
th { font-weight: 600; }
.theirs { background: var(--quote); border: 1px dashed var(--soft); border-radius: .5rem; padding: .6rem .9rem; margin: .5rem 0; white-space: pre-wrap; }
.note { white-space: pre-wrap; font: inherit; margin: 0; }
code, kbd, .exact { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.exact { white-space: pre-wrap; } h2 .exact { font-weight: 650; }
.command { display: block; background: var(--quote); border-radius: .4rem; padding: .5rem .7rem; margin: .4rem 0; user-select: all; }
.code { background: var(--warn-paper); color: var(--warn); border-radius: .2rem; padding: 0 .2rem; font-size: .85em; }
.digest b { color: var(--ink); border-bottom: 2px solid var(--accent); } .digest { color: var(--soft); }
form { margin: .6rem 0 0; } .line { display: flex; flex-wrap: wrap; gap: .6rem .8rem; align-items: center; }
label { display: block; margin-bottom: .25rem; }
input[type=text] { display: block; font: 1rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; width: 8rem; padding: .45rem .6rem; color: var(--ink); background: var(--card); border: 1px solid var(--soft); border-radius: .45rem; }
button { font: inherit; font-weight: 600; padding: .45rem 1.1rem; border-radius: .45rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: var(--ink); border-color: var(--soft); }
button:hover { text-decoration: underline; }
footer .wide { color: var(--soft); font-size: .9rem; padding-top: .9rem; padding-bottom: 1.5rem; display: flex; flex-wrap: wrap; gap: .5rem 1rem; justify-content: space-between; align-items: center; }
footer form { margin: 0; }
@media (max-width: 30rem) {
  nav ul { gap: 0; margin: 0 -.45rem; } nav a { padding: .2rem .45rem; font-size: .95rem; }
  dl.facts { grid-template-columns: 1fr; gap: 0; } dl.facts dd { margin-bottom: .45rem; }
  table.stack, table.stack caption, table.stack tbody, table.stack tr, table.stack td { display: block; }
  table.stack thead { position: absolute; left: -999rem; }
  table.stack td { border: 0; padding: .1rem 0; } table.stack tr { border-top: 1px solid var(--line); padding: .4rem 0; display: block; }
  table.stack td:empty { display: none; }
  table.stack td::before { content: attr(data-head) ": "; color: var(--soft); }
}
@media (prefers-reduced-motion: no-preference) { a, button { transition: background-color .12s; } }
`

/** The element whole: a blank more inside it would be another hash. */
export const STYLE_ELEMENT = `<style>${STYLE}</style>`
/** What the policy calls the style sheet: the hash of all that stands in its element. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`
