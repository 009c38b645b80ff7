// Whether a proposal that is there asks for the same as one that comes again under its nonce. Pure. Of a change of mail it is the
// content that counts, not what the message was called when it was asked for, nor whether a person must be asked.
import type { MailChange } from '../../protocol/mailChange.ts'
import type { Proposal, Proposed } from '../../protocol/proposal.ts'
import { canonicalJson } from '../gate/canonicalJson.ts'

export const isSameWish = (proposal: Proposal, again: Proposed & { readonly prose: string }): boolean =>
  canonicalJson([wishOf(proposal), proposal.prose]) === canonicalJson([wishOf(again), again.prose])

function wishOf(proposed: Proposed): readonly unknown[] {
  if (proposed.kind === 'operation') return [proposed.kind, proposed.operation, proposed.input]
  if (proposed.kind === 'command') return [proposed.kind, proposed.command, proposed.arguments]
  const { account, verb, message, to, draft, undoes } = proposed.change
  return [proposed.kind, account, verb, message?.sha256 ?? null, to, draft, undoes]
}

/**
 * The same for changes that ask a person the same question: of the same message where it lies, or the same draft whenever it was
 * written. So a run that comes every day does not ask every day anew.
 */
export const waitingKey = ({ account, verb, message, to, draft, undoes }: MailChange): string =>
  canonicalJson([account, verb, message, to, draft?.raw.replace(/^Date: .*$/m, '') ?? null, undoes])
