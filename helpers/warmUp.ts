// Does the work of a stage some rounds over on a sample of its own before any message is there, so that every process that is forked
// for a message finds the code compiled. Relies on the sample being twin's own text, and on a folder in which the zygote may write.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { handleFrom } from '../protocol/handle.ts'
import { encodeLine } from '../protocol/line.ts'
import { endOf, type ZygoteStart } from '../protocol/stage.ts'
import type { Each } from './eachTask.ts'
import { whyOf } from './why.ts'

/** By input port, the files of one message that stands for any. */
export type Sample = Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>>

/** More gains nothing (measured with `parse`); for fewer messages than the least it costs more than it saves. */
const ROUNDS = 30
const LEAST = 8

export interface Warming {
  readonly each: Each
  readonly sample: Sample
  readonly start: ZygoteStart
  /** What is made in it is removed again. */
  readonly folder: string
}

/** Throws what the stage or the system throws: then the code is cold, and works. */
export async function warmUp({ each, sample, start, folder }: Warming): Promise<void> {
  if (start.messages < LEAST) return
  const place = join(folder, `.warm-${process.pid}`)
  try {
    const inputs = written(join(place, 'in'), sample)
    for (let round = 0; round < Math.min(ROUNDS, start.messages); round++) {
      const outputs = fresh(join(place, `${round}`), Object.keys(start.schemas))
      const task = { ...start, handle: handleFrom(Buffer.alloc(16)), inputs, outputs, spool: null }
      encodeLine(endOf(await each(task, { lanes: [], model: null, why: whyOf(task, 0) })))
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
    compileNoMore()
  }
}

function written(folder: string, sample: Sample): Record<string, string> {
  const inputs = fresh(folder, Object.keys(sample))
  for (const [port, files] of Object.entries(sample))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, port, name), content)
  return inputs
}

/** Empty folders below `folder`, by name. */
function fresh(folder: string, names: readonly string[]): Record<string, string> {
  for (const name of names) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  return Object.fromEntries(names.map(name => [name, join(folder, name)]))
}

/**
 * Each forked process begins where this one stands: a function that is about to be optimised here would be optimised in every one of
 * them, which takes longer than most messages (measured: 7 ms). Only what runs for long is still worth it there.
 */
function compileNoMore(): void {
  setFlagsFromString('--ticks-before-optimization=100')
  setFlagsFromString('--max-bytecode-size-for-early-opt=0')
}
