// How a menu starts twin again: this node and this twin by their whole paths, since a menu bar has another PATH, and the
// configuration that this twin was started with. Relies on packageRoot.ts for where twin is.
import { join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'
import { isClickable } from './menuLine.ts'

/** The words; null where one of them cannot be written into a menu. */
export function ownProgram(): readonly [string, ...string[]] | null {
  const home = process.env['TWIN_HOME']
  const twin = [process.execPath, join(packageRoot, 'dist', 'twin.cjs')]
  const [first = '', ...words] = home ? ['/usr/bin/env', `TWIN_HOME=${home}`, ...twin] : twin
  return isClickable([first, ...words]) ? [first, ...words] : null
}
