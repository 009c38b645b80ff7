// Steps whose actor is a program of the person's: one process a message, under the launcher of programs, without a network. What it
// may reach comes as lanes, dialled and relayed by twind. It takes the place of the stage: it reads the start line on fd 3, writes
// the outputs, and ends with 0. Relies on native/programProfile.ts for what it may do.
import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { launchProgram, programProfile } from '../../native/programProfile.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { ownTimeZone } from '../localTime.ts'
import { filesOf } from '../realPlace.ts'
import { removeIfThere, removeTree } from '../removeTree.ts'
import { writable } from './eachFolders.ts'
import type { StepIo, StepOrder } from './stages.ts'
import { startedWork } from './startedWork.ts'
import { laneEnds } from './stepLanes.ts'
import type { Unit, Workers } from './workers.ts'

/** Refused ("config") where the program cannot be started under such a table. */
export function programWorkers(order: StepOrder, io: StepIo, program: readonly string[]): Result<Workers> {
  const place = join(order.work, '.home')
  if (!lstatSync(place, { throwIfNoEntry: false })) mkdirSync(place, { mode: 0o700 })
  const tried = profileOf(order, program, { reads: [], writes: [], temporary: place })
  removeTree(place)
  if (!tried.ok) return tried
  return done({
    atOnce: 1,
    work: unit => workOne(order, io, { unit, program }),
    close: () => Promise.resolve(),
  })
}

async function workOne(
  order: StepOrder,
  io: StepIo,
  { unit, program }: { readonly unit: Unit; readonly program: readonly string[] },
): Promise<Result<unknown>> {
  // Its HOME and TMPDIR: of this message alone, and gone with the process.
  const temporary = join(unit.folders.folder, '.home')
  removeIfThere(temporary)
  mkdirSync(temporary, { mode: 0o700 })
  const rights = { reads: Object.values(unit.inputs), writes: writable(unit.folders), temporary }
  const profile = profileOf(order, program, rights)
  if (!profile.ok) return profile
  const descriptors = 1 + laneEnds(order.grants).length
  const launch = launchProgram(profile.value, program, { env: { TZ: ownTimeZone() }, descriptors })
  const ended = await startedWork({ order, io, maySayNothing: true }, unit, { name: order.name, ...launch })
  removeTree(temporary)
  return ended
}

interface Rights {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly temporary: string
}

/** The words of its command that are files may be read too: python3 and the script that it is to run. */
const profileOf = (order: StepOrder, program: readonly string[], { reads, writes, temporary }: Rights) =>
  programProfile(`actors.${order.name}`, {
    command: program,
    reads: [...reads, ...filesOf(program.slice(1))],
    writes,
    network: 'none',
    temporary,
    apart: [order.work],
  })
