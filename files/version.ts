// The version in package.json, which lies in the package root beside dist/. Relies on packageRoot.ts.
import { join } from 'node:path'
import * as z from 'zod/mini'
import { packageRoot } from './packageRoot.ts'
import { readCapped } from './readCapped.ts'
import { parseJson } from '../protocol/line.ts'
import { CONFIG_BYTES } from '../protocol/limits.ts'

/** package.json belongs to npm: twin reads one key of it and leaves the rest alone. */
const Package = z.record(z.string(), z.unknown())

/** "0.1.0", or "unknown" where package.json cannot be read. */
export function version(): string {
  const read = readCapped(join(packageRoot, 'package.json'), CONFIG_BYTES, false)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const about = Package.safeParse(parsed?.ok ? parsed.value : undefined)
  const found = about.success ? about.data['version'] : undefined
  return typeof found === 'string' ? found : 'unknown'
}
