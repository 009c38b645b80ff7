// What is said of a run that is not there. Pure.
import { refused } from '../../protocol/refusal.ts'

export const unknownRun = (id: string) =>
  refused('bad-request', {
    is: `there is no run ${JSON.stringify(id.slice(0, 80))}`,
    wanted: 'the id of a run that is kept',
    fix: 'run "twin runs" to see them',
  })
