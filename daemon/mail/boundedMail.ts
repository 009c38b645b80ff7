// Mail as an operation hands it on: the fields of a message with its texts cut to `[operations] text`, and which of them a
// question fits. Pure. Relies on protocol/mailOutput.ts for the shapes.
import type { ViewEnvelope, Routing } from '../../protocol/envelope.ts'
import type { Listed, MailShow } from '../../protocol/mailOutput.ts'
import { inScope } from '../../protocol/scope.ts'
import { cut } from '../../protocol/text/cut.ts'
import { linkProblem, messageLink } from '../../protocol/text/messageLink.ts'

interface Mail {
  readonly handle: string
  readonly view: ViewEnvelope
  readonly routing: Routing
}
/** `from`: words of the sender's name or address. */
export interface Wanted {
  readonly unread?: boolean | undefined
  readonly flagged?: boolean | undefined
  readonly from?: string | undefined
}

/** Whether `view` is what the question asks for. */
export function fits({ read, flagged, from }: ViewEnvelope, wanted: Wanted): boolean {
  if (wanted.unread !== undefined && wanted.unread === read) return false
  if (wanted.flagged !== undefined && wanted.flagged !== flagged) return false
  const words = { accounts: [wanted.from ?? ''], exclude: [] }
  return wanted.from === undefined || [from.name, from.address].some(text => inScope(text, words))
}

/** The message as a list shows it. `most`: code points of one text. */
export function listed({ handle, view, routing }: Mail, most: number): Listed {
  const from = { name: cut(view.from.name, most), address: cut(view.from.address, most) }
  const subject = cut(view.subject, most)
  const { sent, received, read, flagged, category, urgent, writtenTo } = view
  return {
    handle,
    account: routing.account,
    mailbox: routing.mailbox,
    from,
    subject,
    sent,
    received,
    read,
    flagged,
    category,
    urgent,
    writtenTo,
    cut: from.name !== view.from.name || from.address !== view.from.address || subject !== view.subject,
  }
}

/** The whole message as it was listed at `made` (Unix seconds). */
export function shown(mail: Mail, made: number, most: number): MailShow {
  const { view, routing } = mail
  const preview = cut(view.preview, most)
  const fields = listed(mail, most)
  const id = routing.messageId ?? ''
  return {
    ...fields,
    preview,
    highImpact: view.highImpact,
    direct: view.direct,
    link: linkProblem(id) === null ? messageLink(id) : null,
    noLink: routing.noLink,
    listed: made,
    cut: fields.cut || preview !== view.preview,
  }
}
