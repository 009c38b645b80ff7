// What a line of a run's spool comes to: one change of the message that its handle stands for, or why it is none. Pure. Everything
// that is done is taken from twind's own knowledge of the message and from the run's rules; of the line only verb and target count.
import { FLAGS } from '../../protocol/adapter.ts'
import type { Account } from '../../protocol/configTables.ts'
import type { LintedDraft } from '../../protocol/draft.ts'
import type { ChangeDraft, MailChange } from '../../protocol/mailChange.ts'
import { isWriting, targetProblem } from '../../protocol/mailVerbs.ts'
import type { ParsedMessage } from '../../protocol/message.ts'
import type { SpoolLine } from '../../protocol/spoolLine.ts'
import { resembling } from '../../protocol/text/skeleton.ts'
import { senderAddress } from '../../protocol/text/senderAddress.ts'
import { canonicalJson } from '../gate/canonicalJson.ts'
import { readDraft } from '../spool/readDraft.ts'
import type { PlaceOfMail, StoredMail } from '../store/store.ts'
import { destinationsOf, isAuto, isDenied } from './applyRules.ts'
import type { RunSpool } from './runSpool.ts'

/** `isFound`: the query of the run has found it, not its thread alone. `message`: what was parsed of it; null where that could not be had. `draft`: draft-lint's own output for this message. */
export interface Known {
  readonly mail: StoredMail
  readonly isFound: boolean
  readonly message: ParsedMessage | null
  readonly account: Account
  readonly draft: LintedDraft | null
  /** The collections of the account that are known. */
  readonly collections: ReadonlySet<string>
}
export type Checked =
  { readonly ok: true; readonly change: MailChange } | { readonly ok: false; readonly why: string }

export function changeOf(
  asked: Pick<RunSpool, 'account' | 'rules' | 'proposes'>,
  { op: verb, to }: Pick<SpoolLine, 'op' | 'to'>,
  known: Known,
): Checked {
  if (!asked.proposes.includes(verb)) return none(`the stage may not propose ${verb}`)
  if (isDenied(asked.rules, { verb, to })) return none(`the run denies ${verb}`)
  const problem = targetProblem(verb, to)
  if (problem !== null) return none(problem)
  if (isWriting(verb) && known.draft === null)
    return none('only draft-lint proposes a draft, of what it has made of it')
  if (isWriting(verb) && known.draft && !isTrue(known.draft))
    return none('a draft is not what draft-lint says of it')
  const place = isWriting(verb) ? null : placeFor(asked, { verb, to }, known)
  if (typeof place === 'string') return none(place)
  return {
    ok: true,
    change: {
      account: asked.account,
      verb,
      message: place && { id: place.message, collection: place.collection, sha256: known.mail.sha256 },
      shown: shownOf(known),
      to,
      resembles: verb.startsWith('collection.') ? resembling(to ?? '', known.collections) : null,
      // Anybody can write into a thread: what the query has not found is not changed without a person.
      ask: known.isFound && isAuto(asked.rules, { verb, to }) ? 'auto' : 'person',
      draft: isWriting(verb) ? known.draft && draftOf(known.draft) : null,
      undoes: null,
    },
  }
}

/** Where the message must still be when it is applied; or why there is nothing to do. */
function placeFor(
  { rules }: Pick<RunSpool, 'rules'>,
  { verb, to }: { readonly verb: MailChange['verb']; readonly to: string | null },
  { mail, account }: Known,
): PlaceOfMail | string {
  const [first] = inboxFirst(mail.places, account)
  if (!first) return 'the message is in no collection any more'
  const there = mail.places.find(({ collection }) => collection === to)
  if (verb === 'collection.add') {
    if (!destinationsOf(rules).has(to ?? '')) return 'the collection is none that the run’s rules name'
    return there ? 'the message is in the collection already' : first
  }
  if (verb === 'collection.remove') return there ?? 'the message is in no such collection'
  if (verb === 'flag.add') return hasFlag(first, to) ? 'the message has the flag already' : first
  if (verb === 'flag.remove') return hasFlag(first, to) ? first : 'the message has no such flag'
  return first
}

const inboxFirst = (places: readonly PlaceOfMail[], { inbox }: Account): readonly PlaceOfMail[] =>
  places.toSorted((a, b) => Number(b.collection === inbox) - Number(a.collection === inbox))

const hasFlag = ({ flags, keywords }: PlaceOfMail, to: string | null): boolean =>
  to !== null && (FLAGS.some(flag => flag === to) ? flags : keywords).includes(to)

const shownOf = ({ message }: Known): MailChange['shown'] => ({
  from: message?.from[0] ? senderAddress(message.from[0]) : '(no address)',
  subject: message?.subject ?? '',
  date: message?.date ?? null,
})

const draftOf = ({ flags, raw }: LintedDraft): ChangeDraft => ({ flags, raw })

/** Whether the bytes say what draft-lint says that they say. */
function isTrue({ to, cc, subject, body, raw }: LintedDraft): boolean {
  const read = readDraft(raw)
  return (
    read !== undefined &&
    canonicalJson([read.to, read.cc, read.subject, read.body]) === canonicalJson([to, cc, subject, body])
  )
}

const none = (why: string) => ({ ok: false, why }) as const
