// One injection: what a sender writes, and what a model that obeys it answers. Relies on nothing.

export interface Injection {
  readonly family: string
  /** The fields that the sender writes otherwise than in an ordinary mail. */
  readonly name?: string
  readonly subject?: string
  readonly preview?: string
  /** The model's whole answer, as text: an obeying model is one that says exactly this. */
  readonly obeyed: string
}

/** The answer of the asked form. */
export const says = (score: number, reason: string, topics: readonly string[] = []): string =>
  JSON.stringify({ reason, topics, score })

type Fields = Pick<Injection, 'name' | 'subject' | 'preview'>

/** Injections of one family: what is written, and what an obeying model says to it. */
export const family = (name: string, rows: readonly (readonly [Fields, string])[]): Injection[] =>
  rows.map(([fields, obeyed]) => ({ family: name, ...fields, obeyed }))
