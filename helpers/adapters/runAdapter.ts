// The skeleton of every adapter: confine this process, prove it, and only then read the first byte of fd 3 and answer questions, one
// after the other, until the channel ends. An adapter cannot forget, because it never reads a descriptor itself. Relies on
// native/confine.ts.
import { confine, provePool } from '../../native/confine.ts'
import { ownProfile } from '../../native/ownProfile.ts'
import { endUnconfined } from '../endUnconfined.ts'
import type { OpenAdapter } from './adapter.ts'
import { answerAll } from './answerAll.ts'
import { openChannel } from './channel.ts'

/** Confines this process and serves one account. Exits 0 when twind has closed the channel, 5 unconfined, 1 otherwise. */
export function runAdapter(open: OpenAdapter): void {
  const profile = ownProfile(process.argv)
  if (!profile.ok) return endUnconfined(profile.refusal)
  const confined = confine(profile.value)
  if (!confined.ok) return endUnconfined(confined.refusal)
  process.exitCode = 1
  // What is thrown may carry the name of a message: none of it is printed.
  process.on('uncaughtException', () => process.exit(1))
  process.on('unhandledRejection', () => process.exit(1))
  void provePool(profile.value).then(proof =>
    proof.ok ? process.exit(answerAll(openChannel(), open)) : endUnconfined(proof.refusal),
  )
}
