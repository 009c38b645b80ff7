// The version in package.json, which lies in the package root beside dist/; the file is npm's, and one key of it is read. Relies
// on packageRoot.ts, and on no schema: it stands at the start of every program.
import { join } from 'node:path'
import { packageRoot } from './packageRoot.ts'
import { readCapped } from './readCapped.ts'
import { parseJson } from '../protocol/line.ts'
import { CONFIG_BYTES } from '../protocol/limits.ts'

/** "0.1.0", or "unknown" where package.json cannot be read. */
export function version(): string {
  const read = readCapped(join(packageRoot, 'package.json'), CONFIG_BYTES, false)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const about = parsed?.ok ? parsed.value : undefined
  const found = typeof about === 'object' && about !== null && 'version' in about ? about.version : undefined
  return typeof found === 'string' ? found : 'unknown'
}
