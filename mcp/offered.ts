// What twind offers this agent now, asked of twind each time: nothing is remembered. Relies on the operation ops.list, which
// answers with what the caller of this very channel is offered.
import * as z from 'zod/mini'
import { type Call, CEILINGS, CLASSES, OPERATION, type Outcome, PROVENANCES } from '../protocol/call.ts'
import { LIST_ENTRIES, TABLE_ENTRIES } from '../protocol/limits.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

/** Asks twind for one operation. */
export type AskTwind = (
  name: string,
  call: Omit<Call, 'confirm'>,
  io?: { readonly signal?: AbortSignal; readonly progress?: (done: number, total: number) => void },
) => Promise<Result<Outcome>>

const Offered = z.strictObject({
  name: z.string().check(z.regex(OPERATION)),
  summary: z.string(),
  class: z.enum(CLASSES),
  ceiling: z.enum(CEILINGS),
  agents: z.boolean(),
  provenance: z.enum(PROVENANCES),
  reversible: z.boolean(),
  /** JSON Schema of the input, an object. */
  input: z.record(z.string(), z.unknown()),
})
export type OfferedOperation = z.infer<typeof Offered>
const Page = z.strictObject({ operations: z.array(Offered), more: z.int().check(z.minimum(0)) })

/** Every operation that is offered, in twind's order. */
export async function offered(ask: AskTwind): Promise<Result<readonly OfferedOperation[]>> {
  const found: OfferedOperation[] = []
  for (let more = 1; more > 0;) {
    const answer = await ask('ops.list', { input: { skip: found.length, details: true } })
    if (!answer.ok) return answer
    const page = Page.safeParse(answer.value.outcome === 'done' ? answer.value.output : undefined)
    if (!page.success || found.length > LIST_ENTRIES) return foreign
    found.push(...page.data.operations)
    more = page.data.operations.length === 0 ? 0 : page.data.more
  }
  return done(found)
}

const Status = z.record(z.string(), z.unknown())
const Names = z.array(z.string()).check(z.maxLength(TABLE_ENTRIES))

/** The workspaces that this agent is narrowed to, in an answer of the operation status; null where there is none. */
export function workspacesIn(answer: Result<Outcome>): readonly string[] | null {
  const status = answer.ok && answer.value.outcome === 'done' ? answer.value.output : undefined
  const table = Status.safeParse(status)
  const names = Names.safeParse(table.success ? table.data['workspaces'] : undefined)
  return names.success ? names.data : null
}

const foreign = refused('wrong-shape', {
  is: "twind's list of operations has another shape",
  wanted: 'the twind of this version',
  fix: 'end twind and start it again; if it stays so, report it',
})
