// Where better-sqlite3's native file lies, which a bundle has to name: it has no node_modules beside it to look it up from.
// Relies on better-sqlite3 being installed where this package can see it.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { packageRoot } from './packageRoot.ts'

/** The path of better_sqlite3.node. Throws Node's error where the package is not installed. */
export function sqliteFile(): string {
  const library = createRequire(join(packageRoot, 'package.json')).resolve('better-sqlite3/package.json')
  return join(dirname(library), 'build', 'Release', 'better_sqlite3.node')
}
