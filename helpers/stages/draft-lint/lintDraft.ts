// What may be proposed of a draft: refused where it could reach somebody or carry something that the run does not allow, cleaned of
// what does not show, flagged where a person should look. Pure. Relies on recipients.ts, links.ts and rawMessage.ts.
import { DRAFT_BYTES, DRAFT_URLS, REFERENCES } from '../../../protocol/limits.ts'
import type { Draft, LintedDraft } from '../../../protocol/draft.ts'
import type { MessageEnvelope } from '../../../protocol/message.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { DraftLintConfig } from '../../../protocol/stageConfigs.ts'
import { bareLines, bareText } from '../../../protocol/text/bareText.ts'
import { cleanText } from './cleanText.ts'
import { flagsOf } from './flags.ts'
import { rawMessage } from './rawMessage.ts'
import { type Circle, circleOf, isAddress, isAllowed, isLookAlikeAddress } from './recipients.ts'

/** `envelope`: of the message that the draft answers, null where the run wires none. `now`: Unix seconds. */
export interface LintTask {
  readonly config: DraftLintConfig
  readonly envelope: MessageEnvelope | null
  readonly now: number
}

/** The draft in the form in which it may be proposed, or why it may not be; a refusal quotes nothing of it. */
export function lintDraft(draft: Draft, { config, envelope, now }: LintTask): Result<LintedDraft> {
  const circle = circleOf(config.allow ?? [], envelope)
  const problem =
    headerProblem(draft, config) ?? recipientProblem(draft, config, circle) ?? threadProblem(draft, envelope)
  if (problem !== null) return unfit(problem)
  const inert = config.checks.includes('urls-inert')
  const subject = cleanText(draft.subject, { bare: bareText(draft.subject), inert })
  const body = cleanText(draft.body, { bare: bareLines(draft.body), inert })
  const urls = [...subject.links, ...body.links].map(({ url }) => url)
  const flags = flagsOf(draft, { subject, body }, circle)
  if (urls.length > DRAFT_URLS) return unfit(`it has more than ${DRAFT_URLS} links`)
  const { to, cc = [] } = draft
  const raw = rawMessage({
    from: config.from ?? null,
    to,
    cc,
    subject: subject.text,
    body: body.text,
    inReplyTo: bracketed(draft.in_reply_to),
    references: referencesOf(draft, envelope),
    now,
  })
  if (raw.length > DRAFT_BYTES) return unfit(`it is over ${DRAFT_BYTES} bytes as a message`)
  return done({
    to,
    cc,
    subject: subject.text,
    body: body.text,
    urls,
    flags,
    raw,
    original: draft,
  })
}

function headerProblem({ subject, attachments }: Draft, { checks, from }: DraftLintConfig): string | null {
  if (/[\r\n\u2028\u2029\u0085\v\f\0]/.test(subject)) return 'its subject holds a line break'
  if (from !== undefined && !isAddress(from)) return 'the address under with.from is no plain one'
  const isForwarding = checks.includes('no-forwarded-attachments') && (attachments?.length ?? 0) > 0
  // Without the check too: nothing here can put an attachment into a message.
  if (isForwarding || (attachments?.length ?? 0) > 0) return 'it names attachments, and none may be sent on'
  return null
}

function recipientProblem(
  { to, cc = [] }: Draft,
  { checks }: DraftLintConfig,
  circle: Circle,
): string | null {
  for (const [at, address] of [...to, ...cc].entries()) {
    const named = at < to.length ? `recipient ${at + 1}` : `recipient ${at - to.length + 1} of the copy`
    if (!isAddress(address)) return `${named} is no plain address`
    if (!checks.includes('recipient-allowlist') || isAllowed(address, circle)) continue
    return isLookAlikeAddress(address, circle)
      ? `${named} is not allowed, and only looks like one that is known`
      : `${named} is not allowed`
  }
  return null
}

const MESSAGE_ID = /^[!-;=?-~]{1,120}@[!-;=?-~]{1,120}$/
const bare = (id: string): string => id.trim().replace(/^<|>$/g, '')
const bracketed = (id: string | undefined): string | null => (id === undefined ? null : `<${bare(id)}>`)

/** What an answer refers to must be the message that is wired, or stand in its thread. */
function threadProblem({ in_reply_to: id }: Draft, envelope: MessageEnvelope | null): string | null {
  if (id === undefined) return null
  if (!MESSAGE_ID.test(bare(id))) return 'what it answers is no Message-ID'
  if (envelope === null) return null
  const thread = [envelope.messageId ?? '', ...envelope.references, ...envelope.inReplyTo].map(bare)
  return thread.includes(bare(id)) ? null : 'it answers another message than the one that is wired'
}

/** The thread so far and what is answered, as RFC 5322 3.6.4 has it; the oldest beyond twenty are left out. */
function referencesOf({ in_reply_to: id }: Draft, envelope: MessageEnvelope | null): string[] {
  if (id === undefined) return []
  const thread = [...(envelope?.references ?? []).slice(0, REFERENCES), id].map(bare)
  return [...new Set(thread)]
    .filter(one => MESSAGE_ID.test(one))
    .slice(-20)
    .map(one => `<${one}>`)
}

const unfit = (is: string) =>
  refused('wrong-shape', {
    is: `a draft is refused: ${is}`,
    wanted: 'a draft to allowed recipients, of plain text alone',
    fix: 'allow the recipient under "with" in the file of the run, or let the actor write another draft',
  })
