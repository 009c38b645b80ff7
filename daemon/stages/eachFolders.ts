// The folders of one message in a step's work folder: <handle>/out/<port>/ for what the stage writes, <handle>/spool/ for what it
// proposes; and the mark that says that all of it is taken over. Relies on the work folder being twind's alone.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handle } from '../../protocol/brand.ts'
import { removeTree } from '../removeTree.ts'
import type { StepOrder } from './stages.ts'

/** Where one process of the step writes. */
export interface EachFolders {
  readonly folder: string
  readonly outputs: Readonly<Record<string, string>>
  readonly spool: string | null
}

/** Empty folders for `name`: a handle, or the set. What an earlier attempt left is removed. Throws the system's error. */
export function makeFolders(order: StepOrder, name: string): EachFolders {
  const folder = join(order.work, name)
  if (existsSync(folder)) removeTree(folder)
  mkdirSync(join(folder, 'out'), { recursive: true, mode: 0o700 })
  const outputs: Record<string, string> = {}
  for (const port of Object.keys(order.outputs)) {
    outputs[port] = join(folder, 'out', port)
    mkdirSync(outputs[port], { mode: 0o700 })
  }
  const spool = order.spool !== null && order.grants.spool ? join(folder, 'spool') : null
  if (spool !== null) mkdirSync(spool, { mode: 0o700 })
  return { folder, outputs, spool }
}

const markOf = ({ work }: StepOrder, handle: Handle): string => join(work, `${handle}.done`)
/** Whether everything of the message was taken over by an earlier attempt: also that it yielded nothing. */
export const isMarked = (order: StepOrder, handle: Handle): boolean => existsSync(markOf(order, handle))
export const mark = (order: StepOrder, handle: Handle): void =>
  writeFileSync(markOf(order, handle), '', { mode: 0o600 })
