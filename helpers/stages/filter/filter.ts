// The filter stage: one verdict a message, in the file named by its handle. Relies on decide.ts for the rules.
import { refused } from '../../../protocol/refusal.ts'
import { FilterConfig } from '../../../protocol/score.ts'
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
  if (!config.success || !mail || !manifest || !kept) return { type: 'refused', refusal: misused.refusal }
  const handles = readManifest(manifest)
  if (!handles.ok) return { type: 'refused', refusal: handles.refusal }
  const skip = new Set(config.data.skipCategories)
  for (const handle of handles.value) {
    if (hasRecord(kept, handle)) continue
    const envelope = readEnvelope(mail, handle)
    if (!envelope.ok) return { type: 'refused', refusal: envelope.refusal }
    writeRecord(kept, handle, decide(envelope.value, skip))
  }
  return { type: 'done', report: null }
}
