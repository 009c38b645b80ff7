// Why a plugin offers nothing, as a kind: its own words are never part of it. Pure. Relies on nothing that a plugin says.
import { LINE_BYTES, PLUGIN_DECLARE_SECONDS } from '../../protocol/limits.ts'

export type PluginFault =
  | 'never'
  | 'clash'
  | 'cannot-start'
  | 'unconfined'
  | 'crashed'
  | 'closed'
  | 'late'
  | 'too-long'
  | 'not-json'
  | 'wrong-shape'
  | 'unasked'
  | 'bad-declaration'
  | 'changed'
  | 'config'
  | 'disk'
  | 'starting'
  | 'stopped'

/** Each as one clause about the plugin. */
export const FAULTS: Readonly<Record<PluginFault, string>> = {
  never: 'policy.toml does not allow its capability',
  clash: "it has the name of a family of operations that is twin's own",
  'cannot-start': 'its command cannot be started',
  unconfined: 'it cannot be confined',
  crashed: 'it ended',
  closed: 'it closed its channel',
  late: 'it did not answer in time',
  'too-long': `it wrote a line over ${LINE_BYTES} bytes`,
  'not-json': 'it wrote a line that is not JSON',
  'wrong-shape': 'it wrote a line that is no answer to what it was asked',
  unasked: 'it wrote a line that nobody asked for',
  'bad-declaration': `it did not declare operations that twin takes within ${PLUGIN_DECLARE_SECONDS} seconds`,
  changed: 'it declares other operations than when it was first started',
  config: 'its table in twin.toml is another one than it was started with',
  disk: 'what it declared cannot be noted in the state database',
  starting: 'it is starting',
  stopped: 'it is not started',
}

/** Trying again does not help, or must not be tried. */
const FINAL: ReadonlySet<PluginFault> = new Set([
  'never',
  'clash',
  'cannot-start',
  'unconfined',
  'bad-declaration',
  'changed',
  'config',
  'stopped',
])
export const isFinal = (fault: PluginFault): boolean => FINAL.has(fault)
