// What classify and reason decide by: the records of a message and, where the run wires it, the message itself. Relies on
// readRecords.ts and readMessage.ts.
import { done, type Result } from '../protocol/refusal.ts'
import type { Subject } from './conditionHolds.ts'
import type { EachTask } from './eachTask.ts'
import { readMessage } from './readMessage.ts'
import { readRecords } from './readRecords.ts'

/** Both ports are optional: without records there are none, without the message it is null. */
export function readSubject({ inputs }: Pick<EachTask, 'inputs'>): Result<Subject> {
  const found = readRecords(inputs['records'])
  if (!found.ok) return found
  const folder = inputs['mail']
  if (folder === undefined) return done({ records: found.value.records, message: null })
  const message = readMessage(folder)
  return message.ok ? done({ records: found.value.records, message: message.value }) : message
}
