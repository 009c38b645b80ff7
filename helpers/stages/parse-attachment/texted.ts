// What is had of one attachment, and how it is cut. Pure.
import { ATTACHMENT_CHARS } from '../../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../protocol/message.ts'
import { plainText } from '../../seenText/plainText.ts'
import type { Problems } from '../../seenText/problems.ts'
import type { AttachmentTexts } from '../../../protocol/attachmentTexts.ts'

export type Kind = AttachmentTexts['texts'][number]['kind']
export interface Texted {
  readonly kind: Kind
  readonly text: string
  readonly cut: boolean
}
export const NOTHING: Texted = { kind: 'none', text: '', cut: false }

/** Pieces of a text until the cap is passed; `full` tells a reader that it may stop. */
export class Gathered {
  private readonly runs: { text: string[]; readonly hidden: boolean }[] = []
  private length = 0

  /** `hidden`: the file says that it is not to be shown. */
  add(piece: string, hidden = false): void {
    if (piece === '') return
    const room = ATTACHMENT_CHARS + 1 - this.length
    const run = this.runs.at(-1)
    if (run?.hidden === hidden) run.text.push(piece.slice(0, room))
    else this.runs.push({ text: [piece.slice(0, room)], hidden })
    this.length += Math.min(piece.length, room)
  }

  get full(): boolean {
    return this.length > ATTACHMENT_CHARS
  }

  /** Lines of what shows; hidden runs between twin's marks. */
  lines(problems: Problems): string {
    const lines = this.runs.map(({ text, hidden }) => {
      const shown = plainText(text.join('').toWellFormed(), problems).text
      return !hidden ? shown : /\S/.test(shown) ? `\n${HIDDEN_BEGIN}\n${shown.trim()}\n${HIDDEN_END}\n` : ''
    })
    return lines
      .join('')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}

/** The text of an attachment, cut to ATTACHMENT_CHARS. */
export function texted(kind: Kind, from: Gathered | string, problems: Problems): Texted {
  const gathered = from instanceof Gathered ? from : new Gathered()
  if (typeof from === 'string') gathered.add(from)
  if (gathered.full) problems.add('the text of the attachment is longer than it may be: it was cut')
  return { kind, text: gathered.lines(problems), cut: gathered.full }
}
