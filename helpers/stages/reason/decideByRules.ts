// What the rules of a run say of one message: the first that holds decides, proposes and drafts; what it may propose stands in the
// run, word by word, so that nothing in a message can add to it. Pure.
import type { Draft } from '../../../protocol/draft.ts'
import type { Change, ReasonRule } from '../../../protocol/stageConfigs.ts'
import { SUBJECT_CHARS } from '../../../protocol/limits.ts'
import { cut } from '../../../protocol/text/cut.ts'
import { conditionHolds, type Subject, valueOf } from '../../conditionHolds.ts'

/** `draft`: null where none is asked for; `noRecipient`: one is, and nobody is there to get it. */
export interface Decision {
  readonly decide: unknown
  readonly propose: readonly Change[]
  readonly draft: Draft | null
  readonly noRecipient: boolean
}
const NOTHING: Decision = { decide: undefined, propose: [], draft: null, noRecipient: false }

/** The decision of the first rule whose condition holds; nothing at all where none does. */
export function decideByRules(rules: readonly ReasonRule[], subject: Subject): Decision {
  const rule = rules.find(({ when }) => when === undefined || conditionHolds(when, subject))
  if (!rule) return NOTHING
  const draft = rule.draft ? draftOf(rule.draft, subject) : null
  return {
    decide: rule.decide,
    propose: rule.propose ?? [],
    draft,
    noRecipient: rule.draft !== undefined && draft === null,
  }
}

/** A draft of these words: an answer to the message where that is wired, else to the recipients of the run. */
export function draftOf(
  {
    to,
    subject: title,
    body,
  }: {
    readonly to?: readonly string[] | undefined
    readonly subject?: string | undefined
    readonly body: string
  },
  subject: Subject,
): Draft | null {
  const recipients = to ?? answerTo(subject)
  if (recipients.length === 0) return null
  const { message } = subject
  const id = to === undefined ? message?.envelope.messageId : undefined
  return {
    to: [...recipients],
    subject: cut(filled(title ?? reply(message?.envelope.subject ?? ''), subject), SUBJECT_CHARS),
    body: filled(body, subject),
    ...(id ? { in_reply_to: id } : {}),
  }
}

/** Who an answer goes to: Reply-To where there is one, else the author, if there is exactly one. draft-lint decides whether it may. */
function answerTo({ message }: Subject): readonly string[] {
  if (!message) return []
  const { replyTo, from } = message.envelope
  const people = replyTo.length > 0 ? replyTo : from
  return people.length === 1 ? people.map(({ address }) => address) : []
}

const reply = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

/** `{field}` as the value of that field in the first record; what no record has stays as it is. */
const filled = (text: string, { records }: Subject): string =>
  text.replace(/\{([a-z][A-Za-z0-9_]{0,39})\}/g, (whole, field: string) => {
    const value = valueOf(records[0], field)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole
  })
