// Loads dist/engine.cjs, the part of twin that most commands do without. Relies on scripts/bundle.mjs making it of engine.ts.
import { loadBundle } from '../files/loadBundle.ts'
import type { engine } from './engine.ts'

interface Bundle {
  readonly engine: typeof engine
}

/** The engine, loaded once. */
export function loadEngine(): Bundle['engine'] {
  const bundle: Bundle = loadBundle('engine')
  return bundle.engine
}
