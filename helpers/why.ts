// What a stage is told that asks why it was refused something: the skeleton knows the last refusal and what the stage was granted, so
// that nobody has to be asked. Relies on lastRefusal.ts and becauseOf.ts.
import { becauseOf } from '../protocol/becauseOf.ts'
import type { Because } from '../protocol/stage.ts'
import type { EachTask } from './eachTask.ts'
import { forgetRefusals, lastRefusal, noteRefusal } from './lastRefusal.ts'

/** `why` of a task that begins now: of `error` where it is a refusal of the system, else of the last that there was. */
export function whyOf(
  { inputs, outputs, spool }: Pick<EachTask, 'inputs' | 'outputs' | 'spool'>,
  lanes: number,
): (error?: unknown) => Because {
  const writes = [...Object.values(outputs), ...(spool === null ? [] : [spool])]
  forgetRefusals()
  return error => {
    noteRefusal(error)
    return becauseOf(lastRefusal(), { reads: Object.values(inputs), writes, lanes })
  }
}
