// Which paths macOS keeps behind Full Disk Access. A process that a person or twind starts is judged by the program at the top
// of its chain, so for such a store only the mail helper's own launchd agent may read. Pure. Relies on sandbox.md 4.1.

const PROTECTED = ['Library/Mail', 'Library/Accounts']
/** The data volume is the same tree under another name (firmlinks). */
const DATA_VOLUME = '/system/volumes/data'

/** The protected folder of `home` that `path` (absolute, real) lies in, for example `~/Library/Mail`; null for none. */
export function protectedFolder(path: string, home: string): string | null {
  const inside = PROTECTED.find(folder => `${fold(path)}/`.startsWith(`${fold(`${home}/${folder}`)}/`))
  return inside === undefined ? null : `~/${inside}`
}

/** APFS ignores case and Unicode form by default. */
function fold(path: string): string {
  const folded = path.normalize('NFC').toLowerCase().replace(/\/+$/, '')
  return folded.startsWith(`${DATA_VOLUME}/`) ? folded.slice(DATA_VOLUME.length) : folded
}
