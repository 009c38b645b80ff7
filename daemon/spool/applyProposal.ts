// Applies one approved proposal of an operation or a command. What a crash leaves in `applying` is never done a second time. Relies
// on beginApplying.ts for every check, on the gate for operations and on runCommand.ts for commands.
import { done, type Result } from '../../protocol/refusal.ts'
import { beginApplying, type Begun } from './beginApplying.ts'
import { type Came, endApplying, recordResult, UNSURE } from './endApplying.ts'
import { runCommand } from './runCommand.ts'
import type { Place } from './spoolFolders.ts'
import type { SpoolSite } from './spoolSite.ts'

/** Takes `place` out of `approved`. Where it is not there any more, somebody else took it, and nothing is done. */
export async function applyProposal(site: SpoolSite, place: Place): Promise<Result<void>> {
  const begun = beginApplying(site, place)
  if (!begun.ok || begun.value === null) return begun.ok ? done(undefined) : begun
  const { stored } = begun.value
  let came: Came = { to: 'stuck', why: 'a bug of twin’s own ended it' }
  try {
    came = await act(site, begun.value)
  } finally {
    site.running.delete(stored.id)
    endApplying(site, stored, came)
  }
  return done(undefined)
}

async function act(site: SpoolSite, begun: Begun): Promise<Came> {
  const { id, proposal } = begun.stored
  if (proposal.kind === 'command') return command(site, begun)
  if (proposal.kind === 'mail')
    throw new Error('Cannot apply a change of mail by itself: wanted applyChanges')
  const io = { signal: site.signal, progress: () => undefined }
  return cameOf(await site.apply({ id, proposal }, io))
}

function cameOf(result: Result<unknown>): Came {
  if (result.ok) return { to: 'applied', why: null }
  const { code, is } = result.refusal
  return { to: UNSURE.includes(code) ? 'stuck' : 'refused', why: is }
}

async function command(site: SpoolSite, { stored, planned, intent }: Begun): Promise<Came> {
  if (!planned) throw new Error('Cannot apply a command: it has no argv, wanted what policy.toml makes of it')
  const ran = await runCommand(planned, { home: site.home, signal: site.signal })
  recordResult(site, stored, {
    of: intent,
    outcome: ran.ok ? 'done' : ran.began ? 'failed' : 'refused',
    code: ran.ok ? null : ran.refusal.code,
  })
  if (ran.ok) return { to: 'applied', why: null }
  return { to: ran.began ? 'stuck' : 'refused', why: ran.refusal.is }
}
