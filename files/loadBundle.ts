// Loads a part of twin that most runs do without: a CommonJS bundle of dist/. By require, since import() reads a CommonJS file twice
// over in JavaScript to learn what it exports. Relies on scripts/bundle.mjs making it.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { packageRoot } from './packageRoot.ts'

const load = createRequire(join(packageRoot, 'package.json'))

/** What dist/`name`.cjs exports, loaded once; its caller says what that is. */
export const loadBundle = (name: 'engine' | 'mcp' | 'page') => load(join(packageRoot, 'dist', `${name}.cjs`))
