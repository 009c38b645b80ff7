// Where the built native files lie. Relies on node-gyp's layout.
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'

const built = (name: string): string => join(packageRoot, 'build', 'Release', name)
export const addonFile = built('addon.node')
/** Linux: confines, then becomes node or a program. */
export const launcherFile = built('confine')
/** macOS: confines, then becomes a program; node confines itself there. */
export const seatbeltLauncherFile = built('confineDarwin')
