// Tries one forbidden act and says what came of it. Only the kernel's own refusals count: an act that failed for another reason
// (nobody listens, no such file) has proved nothing. Relies on native/proof.ts to judge and on acts that do no harm.
import { type Denial, judged } from '../../../native/proof.ts'

export type Act = readonly [act: string, attempt: () => unknown]

/** Milliseconds after which an act that neither succeeds nor fails counts as not refused. */
const PATIENCE = 2_000

export async function attempt([act, run]: Act): Promise<Denial> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Denial>(resolve => {
    timer = setTimeout(() => resolve({ act, refused: false, how: 'no answer' }), PATIENCE)
  })
  try {
    return await Promise.race([tried(act, run), late])
  } finally {
    clearTimeout(timer)
  }
}

async function tried(act: string, run: () => unknown): Promise<Denial> {
  try {
    await run()
    return { act, refused: false, how: 'it went through' }
  } catch (error) {
    return judged(act, error)
  }
}
