// Threads by their subject, the last resort: a reply that names no message is joined to the newest earlier one with its base subject
// whose people are the same. Pure, from the rows of one account; the caller marks whatever was joined.

/** A message that might be answered, or that answers: `people`: its author and its recipients, folded. */
export interface Candidate {
  readonly thread: number
  readonly at: number
  readonly base: string
  readonly author: string
  readonly people: ReadonlySet<string>
}
/** Seconds between a message and an answer to it that names it by its subject alone. */
export const WINDOW = 30 * 86_400

/** Which thread is joined to which: a thread that stands here as a key is another's by subject alone. */
export function joinSubjects(
  replies: readonly Candidate[],
  earlier: (base: string) => readonly Candidate[],
): ReadonlyMap<number, number> {
  const joins = new Map<number, number>()
  const rootOf = (thread: number): number => joins.get(thread) ?? thread
  for (const reply of replies.toSorted((a, b) => a.at - b.at || a.thread - b.thread)) {
    const answered = earlier(reply.base)
      .filter(one => one.thread !== reply.thread && isAnswer(reply, one))
      .toSorted((a, b) => b.at - a.at || a.thread - b.thread)[0]
    if (!answered || joins.has(reply.thread)) continue
    const root = rootOf(answered.thread)
    if (root === reply.thread) continue
    joins.set(reply.thread, root)
    for (const [thread, of] of joins) if (of === reply.thread) joins.set(thread, root)
  }
  return joins
}

/** Each author has to be among the people of the other's message. */
const isAnswer = (reply: Candidate, to: Candidate): boolean =>
  to.at <= reply.at &&
  reply.at - to.at <= WINDOW &&
  reply.people.has(to.author) &&
  to.people.has(reply.author)
