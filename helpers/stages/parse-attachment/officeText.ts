// The text of office files, which are ZIP files of XML: Word, Excel and PowerPoint since 2007, and OpenDocument. Pure. Relies on
// htmlparser2 in its XML mode, which expands no entity that a file declares.
import { Parser } from 'htmlparser2'
import { HTML_DEPTH } from '../../../protocol/limits.ts'
import type { Problems } from '../../seenText/problems.ts'
import { Gathered, type Texted, texted } from './texted.ts'
import type { Entry, Zip } from './zipEntries.ts'

/** Parts that hold text, in the order in which they are read. */
const WORD = /^word\/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml$/
const SLIDE = /^ppt\/(?:slides|notesSlides)\/[a-zA-Z]+\d+\.xml$/
const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/
const STRINGS = 'xl/sharedStrings.xml'

/** Whether a ZIP file with these entries is an office file. */
export const isOffice = (entries: readonly Entry[]): boolean =>
  entries.some(({ name }) => name === 'content.xml' || name === '[Content_Types].xml')

/** The text of all parts; '' where there is none. */
export function officeText(zip: Zip, problems: Problems): Texted {
  const gathered = new Gathered()
  const named = (form: RegExp): Entry[] =>
    zip.entries
      .filter(({ name }) => form.test(name))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  const read = (entry: Entry, listen: Listen): void => {
    const bytes = gathered.full ? undefined : zip.read(entry)
    if (bytes && !eachTag(bytes.toString('utf8'), listen, gathered))
      problems.add('a part of the office file lies too deep in itself: the rest of it was left out')
  }
  for (const entry of [...named(WORD), ...named(SLIDE), ...named(/^content\.xml$/)])
    read(entry, flowing(gathered))
  const sheets = named(SHEET)
  if (sheets.length > 0) {
    const strings: string[] = []
    for (const entry of named(new RegExp(`^${STRINGS}$`))) read(entry, sharedStrings(strings))
    for (const entry of sheets) read(entry, cells(gathered, strings))
  }
  return texted('office', gathered, problems)
}

interface Listen {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text: (text: string) => void
  readonly close: (name: string) => void
}
const STEP = 16_384

/** Tells `listen` each tag by its local name; false where the file was too deep to be read to its end. */
function eachTag(xml: string, listen: Listen, gathered: Gathered): boolean {
  const open = { depth: 0 }
  const local = (name: string): string => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        open.depth++
        listen.open(local(name), attributes)
      },
      ontext: text => listen.text(text),
      onclosetag: name => {
        open.depth--
        listen.close(local(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const most = HTML_DEPTH
  let at = 0
  for (; at < xml.length && open.depth <= most && !gathered.full; at += STEP)
    parser.write(xml.slice(at, at + STEP))
  const deep = open.depth > most
  parser.end()
  return !deep
}

const LINES = new Set(['p', 'h', 'br', 'line-break', 'tr', 'table-row', 'cr'])
const CELLS = new Set(['tc', 'table-cell', 'tab'])
/** In Word and PowerPoint, text stands in `t`; in OpenDocument, in paragraphs and headings. */
const TEXTS = new Set(['t', 'p', 'h', 'span', 'a'])
const SILENT = new Set(['instrText', 'delText', 'annotation', 'tracked-changes', 'binary-data'])

/** Running text: what Word marks as vanished counts as not there for a reader, and is set apart. */
function flowing(gathered: Gathered): Listen {
  const path: string[] = []
  let silent = 0
  let vanished = false
  return {
    open: (name, attributes) => {
      path.push(name)
      if (SILENT.has(name)) silent++
      if (name === 'r') vanished = false
      if (name === 'vanish' && attributes['w:val'] !== '0' && attributes['w:val'] !== 'false') vanished = true
      if (name === 's') gathered.add(' ')
    },
    text: text => {
      if (silent > 0 || !TEXTS.has(path.at(-1) ?? '') || (path.at(-1) === 'p' && text.trim() === '')) return
      gathered.add(text, vanished)
    },
    close: name => {
      path.pop()
      if (SILENT.has(name)) silent--
      if (LINES.has(name)) gathered.add('\n')
      else if (CELLS.has(name)) gathered.add('  ')
    },
  }
}

function sharedStrings(strings: string[]): Listen {
  let within = false
  return {
    open: name => {
      if (name === 'si') strings.push('')
      within = name === 't'
    },
    text: text => {
      if (within && strings.length > 0) strings[strings.length - 1] += text
    },
    close: () => {
      within = false
    },
  }
}

function cells(gathered: Gathered, strings: readonly string[]): Listen {
  let type = ''
  let value = ''
  let within = false
  return {
    open: (name, attributes) => {
      if (name === 'c') {
        type = attributes.t ?? ''
        value = ''
      }
      within = name === 'v' || name === 't'
    },
    text: text => {
      if (within) value += text
    },
    close: name => {
      within = false
      if (name === 'row') gathered.add('\n')
      if (name === 'c' && value !== '')
        gathered.add(`${type === 's' ? (strings[Number(value)] ?? '') : value}  `)
    },
  }
}
