// Where the built native files lie. Relies on node-gyp's layout.
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'

export const addonFile = join(packageRoot, 'build', 'Release', 'addon.node')
export const launcherFile = join(packageRoot, 'build', 'Release', 'confine')
