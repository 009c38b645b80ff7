// The outputs of the operations on the brief as lines: where the note is, or with --dry-run what it would say; and the last brief
// with its age. Relies on protocol/mailOutput.ts for the shapes.
import * as z from 'zod/mini'
import { BriefMade, BriefShown } from '../../protocol/mailOutput.ts'
import { senderAddress } from '../../protocol/text/senderAddress.ts'
import { counted } from '../../protocol/text/counted.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import { briefLines } from './briefLines.ts'
import { length, near } from './moment.ts'
import type { View } from './view.ts'

export const briefMade: View = (output, { columns }) => {
  const made = z.parse(BriefMade, output)
  return {
    json: made.brief,
    lines: made.brief.note === null ? briefLines(made.text, columns) : summary(made),
  }
}

/** The note's own first sentence, so that terminal and note say the same, and where the note is. */
function summary({ brief: { note, coverage }, text }: BriefMade): Line[] {
  const first = text.split('\n').find(line => line !== '' && !/^(?:#|<!--)/.test(line))
  return [
    [styled('good', first ?? '')],
    ['note: ', styled('heading', note ?? 'none')],
    ...coverage.notes.map((sentence): Line => [`      ${sentence}`]),
  ]
}

export const briefShown: View = (output, { columns, now }) => {
  const shown = z.parse(BriefShown, output)
  const rows = shown.items.map(({ score, from, subject, account }) => [
    String(score),
    senderAddress(from),
    subject,
    account,
  ])
  return {
    lines: [
      [styled('heading', `Made ${near(shown.made, now())}, ${length(shown.age)} ago.`)],
      [''],
      ...(shown.text === null
        ? table(['score', 'from', 'subject', 'account'], rows, columns)
        : briefLines(shown.text, columns)),
      ...(shown.cut ? [['(cut to [operations] text in twin.toml)']] : []),
      ...(shown.more > 0 ? [[`${counted(shown.more, 'more item')} not listed`]] : []),
    ],
  }
}
