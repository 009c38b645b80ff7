// Lines of text as blocks and line breaks make them. What is hidden is gathered beside the line in which it stands and set out
// behind it, between twin's marks, so that what a person sees stays joined as it is seen. Pure.
import { HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'
import { shownLine } from './plainText.ts'
import type { Problems } from './problems.ts'

const BLANKS = /[ \t\n\r\f]+/g

export class HtmlLines {
  private readonly out: string[] = []
  private line = ''
  private hiddenText = ''
  private prefix = ''
  private pieces = 0
  private readonly problems: Problems

  constructor(problems: Problems) {
    this.problems = problems
  }

  /** Text with its blanks as they stand; `kept`: blanks and line breaks count. */
  text(text: string, hidden: boolean, kept: boolean): void {
    if (hidden) this.hiddenText += kept ? text : text.replace(BLANKS, ' ')
    else if (!kept) this.line = joined(this.line, text.replace(BLANKS, ' '))
    else
      for (const [at, part] of text.split(/\r\n|[\r\n]/).entries()) {
        if (at > 0) this.broken(false)
        this.line += part
      }
  }

  /** Ends the line; `apart`: an empty line follows what is there. */
  end(hidden: boolean, apart: boolean): void {
    if (hidden) {
      if (this.hiddenText !== '' && !this.hiddenText.endsWith('\n')) this.hiddenText += '\n'
      return
    }
    if (this.line.trim() !== '' || this.hiddenText !== '') this.flush()
    if (apart && this.line.trim() === '') this.push('')
  }

  /** Ends the line, or leaves one empty. */
  broken(hidden: boolean): void {
    if (hidden) this.hiddenText += '\n'
    else if (this.line.trim() === '') this.push('')
    else this.flush()
  }

  /** Two blanks between cells of a row. */
  cell(hidden: boolean): void {
    if (hidden) this.hiddenText += ' '
    else if (this.line.trim() !== '' && !this.line.endsWith('  ')) this.line = `${this.line.trimEnd()}  `
  }

  /** What each further line begins with, for example `> ` of a quotation. */
  begin(prefix: string): void {
    this.flush()
    this.prefix = prefix
  }

  finish(): { readonly text: string; readonly hidden: number } {
    this.flush()
    return { text: this.out.join('\n').trimEnd(), hidden: this.pieces }
  }

  private push(text: string): void {
    if (text === '' && (this.out.length === 0 || this.out.at(-1) === '')) return
    this.out.push(text)
  }

  private flush(): void {
    const { text, hidden } = shownLine(this.line, this.problems)
    const trimmed = text.trimEnd()
    if (/\S/.test(trimmed)) this.push(this.prefix + trimmed)
    const gathered = this.hiddenText
    this.line = ''
    this.hiddenText = ''
    if (hidden !== '') this.pushHidden([hidden])
    if (gathered !== '') this.pushHidden(gathered.split('\n'))
  }

  private pushHidden(texts: readonly string[]): void {
    const shown = texts.map(text => shownLine(text.replace(BLANKS, ' ').trim(), this.problems))
    const lines = shown.flatMap(({ text, hidden }) => [text.trim(), hidden]).filter(text => text !== '')
    if (lines.length === 0) return
    this.out.push(HIDDEN_BEGIN, ...lines, HIDDEN_END)
    this.pieces++
  }
}

/** Blanks collapse over the borders of elements. */
function joined(line: string, text: string): string {
  if (!text.startsWith(' ')) return line + text
  return line === '' || line.endsWith(' ') ? line + text.slice(1) : line + text
}
