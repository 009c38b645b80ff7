// Loads dist/engine.cjs, the part of twin that most commands do without. Relies on scripts/bundle.mjs making it of engine.ts.
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import type { engine } from './engine.ts'

interface Bundle {
  readonly engine: typeof engine
}

/** The engine, loaded once. */
export async function loadEngine(): Promise<Bundle['engine']> {
  const bundle: Bundle = await import(join(packageRoot, 'dist', 'engine.cjs'))
  return bundle.engine
}
