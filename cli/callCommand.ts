// Calls the operation behind a command and makes an answer of what comes of it: its output, the preview of a change that wants
// a yes, or the proposal that was filed instead. Relies on operationCommand.ts for the words and on a view for the output.
import { resolve } from 'node:path'
import { NAME } from '../protocol/door.ts'
import { done, refused, type Refusal, type Result } from '../protocol/refusal.ts'
import type { Outcome, Preview } from '../protocol/call.ts'
import { styled, type Answer, type Line, type Session } from './answer.ts'
import type { Described } from './catalogue.ts'
import type { Row } from './commandRow.ts'
import { isTable } from './inputFields.ts'
import { inputFrom, type Typed } from './inputFrom.ts'
import { anything } from './views/anything.ts'
import { changeLines } from './views/changeLines.ts'
import type { View } from './views/view.ts'

/** `confirm`: the person's yes, which whoever typed a command that changes something has given. */
export interface Called {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly confirm: boolean
  readonly view?: View | undefined
}

/** The answer to what was typed for a row of the table. */
export async function callTyped(
  session: Session,
  { row, operation, ...typed }: Typed & { readonly row: Row; readonly operation: Described },
): Promise<Result<Answer>> {
  const input = inputFrom(operation, typed, session.now())
  if (!input.ok) return input
  const view = row.view && (await row.view())
  const given = withPaths(input.value, row.paths ?? {})
  return callCommand(session, { name: operation.name, input: given, confirm: row.isYes === true, view })
}

/** The input with its paths made absolute, from the working directory. */
export function withPaths(
  input: Readonly<Record<string, unknown>>,
  paths: NonNullable<Row['paths']>,
): Record<string, unknown> {
  const absolute = Object.entries(paths).flatMap(([key, kind]) => {
    const typed = input[key]
    const isPath = typeof typed === 'string' && !(kind === 'path-or-name' && NAME.test(typed))
    return isPath ? [[key, resolve(typed)] as const] : []
  })
  return { ...input, ...Object.fromEntries(absolute) }
}

/** The answer to one call. */
export async function callCommand(
  session: Session,
  { name, input, confirm, view }: Called,
): Promise<Result<Answer>> {
  const outcome = await session.call(name, input, confirm)
  return outcome.ok ? done(answerOf(name, outcome.value, { session, view })) : outcome
}

/** `name`: of the operation. */
export function answerOf(
  name: string,
  outcome: Outcome,
  { session, view }: { readonly session: Session; readonly view?: View | undefined },
): Answer {
  if (outcome.outcome === 'preview')
    return {
      json: outcome,
      lines: previewLines(outcome.preview, session.columns),
      problem: unconfirmed(name),
    }
  if (outcome.outcome === 'proposed')
    return {
      json: outcome,
      lines: [['Filed as a proposal: ', styled('heading', outcome.id)]],
      problem: proposed(outcome.id),
    }
  const { output } = outcome
  const json = isTable(output) ? output : { output }
  return view ? { json, ...view(output, session) } : { json, lines: anything(output, session.columns) }
}

/** What a change would do, in twin's own words; a plugin's are marked as such by twind. */
const previewLines = ({ sentence, count, changes }: Preview, columns: number): Line[] =>
  changeLines({ sentence, changes, more: Math.max(0, count - changes.length) }, columns)

const unconfirmed = (name: string): Refusal =>
  refused('unconfirmed', {
    is: `${name} changes something, and nothing was changed`,
    wanted: 'your yes',
    fix: 'run it again with --confirm',
  }).refusal

const proposed = (id: string): Refusal =>
  refused('unconfirmed', {
    is: 'policy.toml says that a person decides about this, and nothing was changed yet',
    wanted: 'an approval in a terminal',
    fix: `run "twin proposals approve ${id}"`,
  }).refusal
