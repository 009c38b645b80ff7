// Independent renderers as oracles: what elements does a piece of Markdown make, and what text is left to see? No package
// reproduces Obsidian itself; @quartz-community/remark-obsidian is the nearest, Dataview and Tasks are in plugins.ts.
// Relies on packages under permissive licences only.
import { GFM, Emoji, Subscript, Superscript, parser as lezer } from '@lezer/markdown'
import { ofmTag, ofmTagHtml } from '@moritzrs/micromark-extension-ofm-tag'
import { ofmWikilink, ofmWikilinkHtml } from '@moritzrs/micromark-extension-ofm-wikilink'
import flowershow from '@flowershow/remark-wiki-link'
import portal from '@portaljs/remark-wiki-link'
import quartz from '@quartz-community/remark-obsidian'
import { HtmlRenderer, Parser } from 'commonmark'
import MarkdownIt from 'markdown-it'
import MarkdownIt12 from 'markdown-it-12'
import MarkdownIt14 from 'markdown-it-14'
import { Marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { math, mathHtml } from 'micromark-extension-math'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { wikiLinkPlugin } from 'remark-wiki-link'
import { Converter } from 'showdown'
import { unified } from 'unified'
import { dataviewFields, taskFields } from './plugins.ts'

/** `elements`: tags with their targets, node types, or fields, in order. `text`: what a reader can see. */
export interface Rendered {
  readonly elements: readonly string[]
  readonly text: string
}
export interface Oracle {
  readonly name: string
  readonly render: (markdown: string) => Rendered
}

const TAG = /<!--[\s\S]*?(?:-->|$)|<\/?[a-zA-Z][^>]*>?/g
const TARGET = /\s(href|src|srcset|data|action|on\w+|style|class|title)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The start tags of `html` with whatever they point at, as a browser would see them, and the text between them. */
export function fromHtml(html: string): Rendered {
  const elements: string[] = []
  for (const [tag] of html.matchAll(TAG)) {
    if (tag.startsWith('</')) continue
    const name = tag.startsWith('<!--') ? '<!--' : (/^<[a-zA-Z][\w-]*/.exec(tag)?.[0] ?? tag)
    elements.push([name.toLowerCase(), ...[...tag.matchAll(TARGET)].map(match => match[0].trim())].join(' '))
  }
  const text = html.replace(TAG, '').replace(/&(#?\w+);/g, (whole, name: string) => NAMED[name] ?? whole)
  return { elements, text }
}

const html = (name: string, toHtml: (markdown: string) => string): Oracle => ({
  name,
  render: markdown => fromHtml(toHtml(markdown)),
})

interface TreeNode {
  type: string
  value?: string
  url?: string
  checked?: boolean | null
  data?: { hName?: string } | undefined
  children?: TreeNode[]
}
/** Nodes whose value is not shown as text. */
const UNSEEN = new Set(['html', 'comment', 'definition', 'yaml'])

function fromTree(root: TreeNode): Rendered {
  const elements: string[] = []
  let text = ''
  const visit = (node: TreeNode): void => {
    if (node.type !== 'text')
      elements.push(
        [node.type, node.url, node.data?.hName, node.checked].filter(part => part != null).join(' '),
      )
    if (node.value !== undefined && !UNSEEN.has(node.type)) text += `${node.value}\n`
    for (const child of node.children ?? []) visit(child)
  }
  visit(root)
  return { elements, text }
}

/** As much of a unified processor as the oracles use: the plugins come from packages with types of different ages. */
interface Processor {
  use(plugin: unknown): Processor
  freeze(): Processor
  parse(markdown: string): unknown
  runSync(tree: unknown, file: unknown): unknown
}

/** A processor with `plugins` on top of remark-parse; the tree after its transformers have run. */
function tree(name: string, ...plugins: readonly unknown[]): Oracle {
  let processor = unified().use(remarkParse) as unknown as Processor
  for (const plugin of plugins) processor = processor.use(plugin)
  processor.freeze()
  return {
    name,
    render: markdown =>
      fromTree(processor.runSync(processor.parse(markdown), { value: markdown }) as TreeNode),
  }
}

const lezerParser = lezer.configure([GFM, Emoji, Subscript, Superscript])
const showdown = new Converter()
showdown.setFlavor('github')
const marked = new Marked({ gfm: true, async: false })
const raw = { allowDangerousHtml: true, allowDangerousProtocol: true }
const reference = { parser: new Parser(), renderer: new HtmlRenderer() }
const linkified = { html: true, linkify: true }
const it12 = new MarkdownIt12(linkified)
const it14 = new MarkdownIt14(linkified)
const it15 = new MarkdownIt(linkified)

/** A renderer that stumbles over the text has seen structure in it. */
const caught = ({ name, render }: Oracle): Oracle => ({
  name,
  render: markdown => {
    try {
      return render(markdown)
    } catch (error) {
      return { elements: [`throws ${String(error)}`], text: '' }
    }
  },
})

const RENDERERS: readonly Oracle[] = [
  html('commonmark', markdown => reference.renderer.render(reference.parser.parse(markdown))),
  html('micromark gfm math', markdown =>
    micromark(markdown, { ...raw, extensions: [gfm(), math()], htmlExtensions: [gfmHtml(), mathHtml()] }),
  ),
  html('micromark ofm', markdown =>
    micromark(markdown, {
      ...raw,
      extensions: [ofmTag(), ofmWikilink()],
      htmlExtensions: [ofmTagHtml(), ofmWikilinkHtml()],
    }),
  ),
  tree('remark gfm math', remarkGfm, remarkMath),
  tree('remark-obsidian (quartz)', remarkGfm, quartz),
  tree('remark-wiki-link', remarkGfm, wikiLinkPlugin),
  tree('portaljs wiki-link', remarkGfm, portal),
  tree('flowershow wiki-link', flowershow),
  html('markdown-it 12', markdown => it12.render(markdown)),
  html('markdown-it 14', markdown => it14.render(markdown)),
  html('markdown-it 15', markdown => it15.render(markdown)),
  html('marked', markdown => marked.parse(markdown) as string),
  html('showdown', markdown => showdown.makeHtml(markdown)),
  {
    name: 'lezer',
    render: markdown => {
      const elements: string[] = []
      lezerParser.parse(markdown).iterate({ enter: node => void elements.push(node.name) })
      return { elements, text: markdown }
    },
  },
  { name: 'dataview', render: markdown => ({ elements: dataviewFields(markdown), text: markdown }) },
  { name: 'tasks', render: markdown => ({ elements: taskFields(markdown), text: markdown }) },
]

export const ORACLES: readonly Oracle[] = RENDERERS.map(caught)
