// Starting and reaching other processes, each tried once. Relies on the addon for what JavaScript cannot do without a child: an
// exec that went through would end this process at once, with nothing printed.
import { type Addon, loadAddon } from '../../../native/addon.ts'
import { tryNative } from '../../../native/proof.ts'
import type { Act } from './attempt.ts'

/** The addon is loaded already: the proof of confinement needs it. */
export function execActs(): Act[] {
  const addon = loadAddon()
  return [
    ['signal its parent', () => process.kill(process.ppid, 0)],
    ['signal process 1', () => process.kill(1, 0)],
    ...(addon.ok ? nativeActs(addon.value) : []),
  ]
}

const nativeActs = (addon: Addon): Act[] => [
  ['start a process', () => tryNative(addon, 'fork')],
  ['run a program', () => tryNative(addon, 'exec')],
]
