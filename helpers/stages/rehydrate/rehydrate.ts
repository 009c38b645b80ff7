// The rehydrate stage: records with the values that their placeholders stand for. Relies on restoreValues.ts, and on the map that
// pseudonymize wrote for the same message.
import { done } from '../../../protocol/refusal.ts'
import { PlaceholderMap } from '../../../protocol/placeholderMap.ts'
import { NoConfig } from '../../../protocol/stageConfigs.ts'
import { readJson, writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { readRecords, recordsOut, schemaOfOne } from '../../readRecords.ts'
import { stageConfig } from '../../stageConfig.ts'
import { wired } from '../../wired.ts'
import { restoreValues } from './restoreValues.ts'

export const rehydrate: Each = task => {
  const config = stageConfig(NoConfig, task.config)
  if (!config.ok) return config
  const path = wired(task, 'map')
  if (!path.ok) return path
  const map = readJson(path.value, PlaceholderMap)
  if (!map.ok) return map
  const found = readRecords(task.inputs['records'])
  if (!found.ok) return found
  const whole = task.schemas['records'] ?? null
  const records: unknown[] = []
  for (const record of found.value.records) {
    const restored = restoreValues(record, map.value, whole && schemaOfOne(whole))
    if (!restored.ok) return restored
    records.push(restored.value)
  }
  if (found.value.many || records.length > 0)
    writeRecord(task, 'records', recordsOut({ ...found.value, records }))
  return done([])
}
