// Makes the demo: builds its store, then does what `twin brief` does, with the demo's own files as configuration. Part of the
// engine. Relies on demoFolder.ts for the folder and on demo/ for the mail in it.
import { buildStore } from '../demo/buildStore.ts'
import { demoMailbox, demoScope } from '../demo/mailbox.ts'
import { type MadeBrief, makeBrief } from '../daemon/brief/makeBrief.ts'
import { readScope } from '../files/configuration.ts'
import type { Result } from '../protocol/refusal.ts'
import type { Session } from './answer.ts'
import { configureDemo } from './demoFolder.ts'

/** The brief of a generated mailbox in `folder`. */
export async function makeDemo(
  folder: string,
  session: Pick<Session, 'home' | 'now' | 'progress' | 'signal'>,
): Promise<Result<MadeBrief>> {
  buildStore(folder, demoMailbox(Math.floor(session.now() / 1000)))
  const paths = configureDemo(folder, demoScope)
  const config = readScope(paths)
  if (!config.ok) return config
  return makeBrief({
    config: config.value,
    paths,
    home: session.home,
    engine: 'auto',
    dryRun: false,
    now: session.now,
    onProgress: session.progress,
    signal: session.signal,
  })
}
