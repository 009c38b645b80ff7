// Reads twin.toml, for every process that does: the command line, the starter of the mail helper and the helper itself. Relies on
// configText.ts for the file and protocol/config.ts for its meaning.
import { type Config, parseConfig } from '../protocol/config.ts'
import type { Result } from '../protocol/refusal.ts'
import { configText } from './configText.ts'

/**
 * twin.toml in `path` as understood; refused ("config") with the first thing that is wrong. `absent`: whether a file that is
 * not there is refused, or stands for the defaults, of which nothing is in scope.
 */
export function readTwinToml(path: string, absent: 'refused' | 'defaults'): Result<Config> {
  const text = configText(path, absent === 'defaults' ? '' : undefined)
  return text.ok ? parseConfig(text.value) : text
}
