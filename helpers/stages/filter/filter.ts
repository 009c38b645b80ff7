// The filter stage: one verdict a message, in the file named by its handle. Relies on decide.ts for the rules.
import { done, refused } from '../../../protocol/refusal.ts'
import { FilterConfig } from '../../../protocol/score.ts'
import { endOf } from '../../../protocol/stage.ts'
import type { Serve } from '../../confined.ts'
import { hasRecord, readEnvelope, readManifest, writeRecord } from '../../view.ts'
import { decide } from './decide.ts'

const misused = refused('wrong-shape', {
  is: 'the filter stage was started without its ports or with another config',
  wanted: 'inputs mail and manifest, output kept, and skipCategories',
  fix: 'report this: twind and the stage are of different versions',
})

export const serveFilter: Serve = start => {
  const config = FilterConfig.safeParse(start.config)
  const { mail, manifest } = start.inputs
  const { kept } = start.outputs
  if (!config.success || !mail || !manifest || !kept) return endOf(misused)
  const handles = readManifest(manifest)
  if (!handles.ok) return endOf(handles)
  const skip = new Set(config.data.skipCategories)
  for (const handle of handles.value) {
    if (hasRecord(kept, handle)) continue
    const envelope = readEnvelope(mail, handle)
    if (!envelope.ok) return endOf(envelope)
    writeRecord(kept, handle, decide(envelope.value, skip))
  }
  return endOf(done(null))
}
