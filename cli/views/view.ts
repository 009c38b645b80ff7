// How the output of an operation is shown to a person: which lines, and what is said on stderr beside them. Relies on answer.ts.
import type { Answer } from '../answer.ts'
import type { Session } from '../answer.ts'

/** `json`: instead of the output, for --json. */
export type Shown = Pick<Answer, 'lines' | 'problem'> & { readonly json?: object }
export type Look = Pick<Session, 'columns' | 'now' | 'platform'>
/** `output`: as it crossed the door; a view takes it strictly, and what it does not know it shows as anything.ts does. */
export type View = (output: unknown, look: Look) => Shown
