// Where a process of a step writes, below the step's work folder: SLOT/<port>/ for each output, SLOT/.spool/ for what it proposes. A
// slot is used for one message after another while each leaves it empty: making and removing folders would cost more than the
// message. Also the mark of a message that is done and yielded nothing. Relies on the work folder being twind's alone.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../files/makeFolder.ts'
import type { Handle } from '../../protocol/brand.ts'
import { removeIfThere } from '../removeTree.ts'
import { namesOf } from './plainTree.ts'
import type { StepOrder } from './stages.ts'

export interface EachFolders {
  /** The slot. Below it, a process writes into its outputs and its spool alone. */
  readonly folder: string
  readonly outputs: Readonly<Record<string, string>>
  readonly spool: string | null
}

/** Empty folders of the slot `name`; what an earlier attempt left there is removed. Throws the system's error. */
export function freshSlot(order: StepOrder, name: string): EachFolders {
  const slot = slotOf(order, name)
  removeIfThere(slot.folder)
  makeFolder(slot.folder)
  for (const path of writable(slot)) mkdirSync(path, { mode: 0o700 })
  return slot
}

/** The same slot for the next message: as it is where nothing lies in it, else made anew. Throws the system's error. */
export function nextSlot(order: StepOrder, slot: EachFolders, name: string): EachFolders {
  if (!existsSync(slot.folder)) return freshSlot(order, name)
  for (const path of writable(slot)) {
    if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    else if (namesOf(path, 1).length > 0) return freshSlot(order, name)
  }
  return slot
}

function slotOf(order: StepOrder, name: string): EachFolders {
  const folder = join(order.work, name)
  const outputs = Object.fromEntries(Object.keys(order.outputs).map(port => [port, join(folder, port)]))
  const spool = order.spool !== null && order.grants.spool ? join(folder, '.spool') : null
  return { folder, outputs, spool }
}

/** What a process of the slot may write. */
export const writable = ({ outputs, spool }: EachFolders): string[] => [
  ...Object.values(outputs),
  ...(spool === null ? [] : [spool]),
]

const markOf = ({ work }: StepOrder, handle: Handle): string => join(work, `${handle}.done`)
/** Whether an earlier attempt was done with the message, although not every output has a part of it. */
export const isMarked = (order: StepOrder, handle: Handle): boolean => existsSync(markOf(order, handle))
export const mark = (order: StepOrder, handle: Handle): void =>
  writeFileSync(markOf(order, handle), '', { mode: 0o600 })
