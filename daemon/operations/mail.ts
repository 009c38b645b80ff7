// The operations on mail: what the mail helper hands out, within the accounts that the caller may see and within the bounds of
// [operations]. None of them marks anything read. Relies on askMail.ts for the mail and on daemon/mail/ for the deciding.
import * as z from 'zod/mini'
import { MailAccounts, MailCollect, MailList, MailMailboxes, MailShow } from '../../protocol/mailOutput.ts'
import { HANDLE } from '../../protocol/handle.ts'
import { DiagnoseAnswer, ProbeAnswer } from '../../protocol/request.ts'
import { askMail } from '../askMail.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { collectMail } from '../mail/collectMail.ts'
import { listMail } from '../mail/listMail.ts'
import { showMail } from '../mail/showMail.ts'
import { accountsOf, mailboxesOf } from '../mail/storeShape.ts'
import { howMany, moment, words, yesNo } from './inputFields.ts'

const account = words('words of the name or address of an account in scope; only its mail')
const since = moment('Unix seconds: only mail received since; brief.window where it is left out')
const limit = howMany(1, 'at most so many, and no more than [operations] list')

const reads = { class: 'read', capability: 'mail.read', doors: ['cli'] } as const
const nothing = z.strictObject({})

const probe = defineOperation({
  ...reads,
  name: 'mail.probe',
  summary: "tell how Mail's store is laid out: accounts, mailboxes, tables, columns; never content",
  ceiling: 'never',
  provenance: 'mail',
  input: nothing,
  output: ProbeAnswer,
  handler: ({ world, signal }) => askMail({ ...world, signal }, { op: 'probe' }),
})

const diagnose = defineOperation({
  ...reads,
  name: 'mail.diagnose',
  summary: "tell whether the mail helper can see Mail's folder and whether its sandbox holds; never content",
  ceiling: 'never',
  provenance: 'twin',
  capability: null,
  input: nothing,
  output: DiagnoseAnswer,
  handler: ({ world, signal }) => askMail({ ...world, signal }, { op: 'diagnose' }),
})

const collect = defineOperation({
  ...reads,
  name: 'mail.collect',
  summary: 'list the envelopes of new mail in scope, as the mail helper hands them out',
  ceiling: 'off',
  provenance: 'mail',
  input: z.strictObject({ since, account }),
  output: MailCollect,
  handler: collectMail,
})

const list = defineOperation({
  ...reads,
  name: 'mail.list',
  summary: 'list mail in scope, with a handle for each message',
  ceiling: 'off',
  provenance: 'mail',
  input: z.strictObject({
    account,
    since,
    unread: yesNo('only mail that is not read; false: only mail that is'),
    flagged: yesNo('only mail with a flag; false: only mail without'),
    from: words('words of the name or address of the sender'),
    limit,
  }),
  output: MailList,
  handler: listMail,
})

const show = defineOperation({
  ...reads,
  name: 'mail.show',
  summary: 'show one message of a list that you asked for: its fields and its preview',
  ceiling: 'off',
  provenance: 'mail',
  input: z.strictObject({
    handle: z
      .string('wants a handle')
      .check(z.regex(HANDLE, 'wants a handle'), z.describe('a handle that mail.list gave you')),
  }),
  output: MailShow,
  positional: ['handle'],
  handler: showMail,
})

const accounts = defineOperation({
  ...reads,
  name: 'mail.accounts',
  summary: "list the accounts of Mail's store and whether each is in scope",
  ceiling: 'off',
  provenance: 'mail',
  input: nothing,
  output: MailAccounts,
  handler: accountsOf,
})

const mailboxes = defineOperation({
  ...reads,
  name: 'mail.mailboxes',
  summary: 'list the mailboxes in scope and how many messages each holds',
  ceiling: 'off',
  provenance: 'mail',
  input: z.strictObject({ account, limit }),
  output: MailMailboxes,
  handler: mailboxesOf,
})

export const mail: readonly Operation[] = [probe, diagnose, collect, list, show, accounts, mailboxes]
