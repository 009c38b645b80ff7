// The outputs of the operations on mail as lines. Every text of a message is its sender's: it goes through table.ts or output.ts,
// which leave nothing in it that a terminal obeys. Relies on protocol/mailOutput.ts for the shapes.
import * as z from 'zod/mini'
import { MailAccounts, MailCollect, MailList, MailMailboxes, MailShow } from '../../protocol/mailOutput.ts'
import { ProbeAnswer } from '../../protocol/request.ts'
import { counted } from '../../protocol/text/counted.ts'
import { terminalText } from '../../protocol/text/terminal.ts'
import { accountTable } from '../accountTable.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import { hanging, wrapped } from '../wrapped.ts'
import { messageTable, stateOf } from './messageTable.ts'
import { moment } from './moment.ts'
import { MARK } from './proseLines.ts'
import type { View } from './view.ts'

export const mailCollect: View = (output, { columns, now }) => {
  const { envelopes, more, leftOut, degraded, accounts, since } = z.parse(MailCollect, output)
  return {
    lines: [
      ...messageTable(envelopes, { columns, now: now() }),
      ...gap(envelopes),
      [
        `${counted(envelopes.length, 'message')} since ${moment(since)}${more > 0 ? `, and ${more} more that one answer cannot hold` : ''}`,
      ],
      ...(leftOut === null
        ? []
        : [
            [
              `left out: ${leftOut.deleted} deleted, ${leftOut.junk} junk, ${leftOut.drafts} drafts, ${leftOut.own} your own`,
            ],
          ]),
      ...noteLines(degraded),
      [''],
      ...accountTable(accounts, columns),
    ],
  }
}

export const mailList: View = (output, { columns, now }) => {
  const list = z.parse(MailList, output)
  return {
    lines: [
      ...messageTable(list.messages, { columns, now: now() }),
      ...gap(list.messages),
      [
        `${counted(list.messages.length, 'message')} since ${moment(list.since)}${list.more > 0 ? `, and ${list.more} more that fit` : ''}`,
      ],
      ...(list.unseen > 0 ? [[`${list.unseen} older messages of this time were not looked at`]] : []),
      ...coverLines(list),
    ],
  }
}

export const mailShow: View = (output, { columns }) => {
  const message = z.parse(MailShow, output)
  const { name, address } = message.from
  const lines = (text: string, first = ''): string[] =>
    hanging(terminalText(text), columns, { first, further: FURTHER })
  return {
    lines: [
      ...lines(message.subject || '(no subject)').map((line): Line => [styled('heading', line)]),
      ...lines(
        `from     ${address || '(no address)'}${name === '' ? '' : `, “${name.replace(/[“”]/g, '"')}”`}`,
      ).map(line => [line]),
      [`received ${moment(message.received)}, sent ${moment(message.sent)}`],
      ...lines(`account  ${message.account}, ${message.mailbox}`).map(line => [line]),
      [
        `state    ${stateOf(message) || 'read'}; you have written ${message.writtenTo} letters to this address`,
      ],
      [`link     ${message.link ?? `none (${message.noLink ?? 'malformed'})`}`],
      [''],
      ...wrapped(terminalText(message.preview || '(no preview)'), columns - MARK.length).map((line): Line => [
        styled('dim', MARK),
        line,
      ]),
      ...(message.cut ? [['(cut to [operations] text)']] : []),
    ],
  }
}
/** Before each further line of a sender's text: no line of it passes for one of twin's. */
const FURTHER = '         '

export const mailAccounts: View = (output, { columns }) => {
  const { accounts, notes } = z.parse(MailAccounts, output)
  return { lines: [...accountTable(accounts, columns), ...noteLines(notes)] }
}

export const mailMailboxes: View = (output, { columns }) => {
  const boxes = z.parse(MailMailboxes, output)
  return {
    lines: [
      ...mailboxTable(boxes.mailboxes, columns),
      ...(boxes.more > 0 ? [[`and ${boxes.more} more mailboxes`]] : []),
      ...coverLines(boxes),
    ],
  }
}

export const mailProbe: View = (output, { columns }) => {
  const answer = z.parse(ProbeAnswer, output)
  return {
    lines: [
      ['layout ', styled('good', answer.layout)],
      ...noteLines(answer.degraded),
      [''],
      ...accountTable(answer.accounts, columns),
      [''],
      ...mailboxTable(answer.mailboxes, columns),
      ...(answer.moreMailboxes > 0 ? [[`and ${answer.moreMailboxes} more mailboxes`]] : []),
      [''],
      ...table(
        ['table', 'columns'],
        answer.tables.map(({ name, columns: names }) => [name, names.join(' ')]),
        columns,
      ),
    ],
  }
}

const mailboxTable = (boxes: MailMailboxes['mailboxes'], columns: number): Line[] =>
  table(
    ['mailbox', 'account', 'role', 'messages'],
    boxes.map(({ name, account, role, messages }) => [
      name,
      account || '(unnamed)',
      role ?? '',
      String(messages),
    ]),
    columns,
  )

const gap = (rows: readonly unknown[]): Line[] => (rows.length > 0 ? [['']] : [])
const noteLines = (notes: readonly string[]): Line[] => notes.map((sentence): Line => ['note: ', sentence])

function coverLines({
  accounts,
  outOfScope,
  notes,
}: Pick<MailList, 'accounts' | 'outOfScope' | 'notes'>): Line[] {
  return [
    [
      `accounts: ${accounts.length === 0 ? 'none in scope' : accounts.join(', ')}; ${outOfScope} not looked at`,
    ],
    ...noteLines(notes),
  ]
}
