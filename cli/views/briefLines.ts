// A brief's text as lines: as it stands in the note where it goes to a file or a pipe; on a terminal without Markdown's marks and the
// link behind a subject, and wrapped. Pure. Relies on the note's own form (helpers/stages/brief), in which a sender's brackets are inert.
import { terminalText } from '../../protocol/text/terminal.ts'
import { styled, type Line } from '../answer.ts'
import { hanging } from '../wrapped.ts'

/** `text`: the note's block. `columns`: of the terminal, Infinity where output is none. */
export const briefLines = (text: string, columns: number): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .flatMap((line): Line[] => {
      if (line.startsWith('#'))
        return [[styled('heading', columns < Infinity ? line.replace(/^#+ /, '') : line)]]
      return columns < Infinity ? wrappedLine(line, columns) : [[line]]
    })

function wrappedLine(line: string, columns: number): Line[] {
  const [whole, score = '', linked, plain = ''] = ITEM.exec(line) ?? []
  if (whole === undefined) return indented(line.trimStart(), columns, line.startsWith(' ') ? FURTHER : '')
  return indented(`${linked ?? ''}${plain}`, columns, `${score.padStart(2)}  `)
}

/** An item's first line: its score, its subject without the link, and the rest. */
const ITEM = /^- \*\*(\d{1,2})\*\* (?:\[([^\]]*)\]\([^)\s]*\))?(.*)$/
const FURTHER = '    '

/** No further line begins where a first one does. */
const indented = (text: string, columns: number, first: string): Line[] =>
  hanging(terminalText(text), columns, { first, further: FURTHER }).map(line => [line])
