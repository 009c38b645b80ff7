// What a format of the stage contract is for a run: how it lies on the disk, and whether a stranger's text of any length stands in it.
// Relies on FORMATS of protocol/stage.ts, where the formats of a run are listed; pure.
import { type Format, FORMATS, type Manifest } from '../../protocol/stage.ts'
import type { StepInput } from '../stages/stages.ts'

export type ManifestPort = Manifest['inputs'][string]

/** `mail`: see FORMATS. undefined where the format is none that a run knows. */
export const formatOf = (name: string): (typeof FORMATS)[Format] | undefined =>
  isFormat(name) ? FORMATS[name] : undefined
const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name)

/** How a port lies on the disk: what is not keyed is one file. */
export const layoutOf = ({ keyed, format }: ManifestPort): StepInput['is'] =>
  keyed ? (formatOf(format)?.is ?? 'file') : 'file'
