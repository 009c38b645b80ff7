// What several questions about a message are refused with. Relies on refusal.ts.
import { refused } from '../../../protocol/refusal.ts'

/** The message is not where twind thinks. */
export const notThere = refused('stale', {
  is: 'the message is not in that folder any more',
  wanted: 'a message that is still where it was',
  fix: 'run "twin sync" on the account, then look again',
})
