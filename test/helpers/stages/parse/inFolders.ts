// A stage of one message, called in this process, unconfined: a folder a port in a temporary folder, removed after the test.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Each } from '../../../../helpers/eachTask.ts'
import { handleOf, NOW } from '../run.ts'

type Folders = Readonly<Record<string, string>>

/** Makes the folders of the ports, lets `prepare` fill the inputs, and runs `each` with `config`. */
export async function inFolders(
  each: Each,
  ports: {
    readonly inputs: readonly string[]
    readonly outputs: readonly string[]
    readonly config?: unknown
  },
  prepare: (inputs: Folders) => void,
) {
  const root = mkdtempSync(join(tmpdir(), 'twin-each-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folders = (names: readonly string[], side: string): Folders =>
    Object.fromEntries(
      names.map(name => {
        const folder = join(root, side, name)
        mkdirSync(folder, { recursive: true })
        return [name, folder]
      }),
    )
  const inputs = folders(ports.inputs, 'in')
  const outputs = folders(ports.outputs, 'out')
  prepare(inputs)
  const task = {
    handle: handleOf(1),
    inputs,
    outputs,
    schemas: {},
    spool: null,
    config: ports.config ?? {},
    now: NOW,
  }
  const why = () => {
    throw new Error('Cannot tell why: nothing is confined here')
  }
  return { result: await each(task, { lanes: [], model: null, why }), inputs, outputs }
}
