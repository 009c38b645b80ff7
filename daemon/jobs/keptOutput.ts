// What a job printed last, in state/jobs/NAME: output.json, both streams as they came, and items.json, the items of its last
// good run. Written aside and renamed; read as carefully as if somebody else had written it. Relies on the folder being 0700.
import { join } from 'node:path'
import * as z from 'zod/mini'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import { JobItem } from '../../protocol/jobItem.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { JOB_ITEMS, JOB_ITEMS_BYTES, JOB_KEPT_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'

const OutputShape = z.strictObject({ stdout: z.string(), stderr: z.string(), cut: z.boolean() })
type Output = z.infer<typeof OutputShape>
/** `printed`: Unix seconds. */
const Items = z.strictObject({
  printed: z.int().check(z.minimum(0)),
  items: z.array(JobItem).check(z.maxLength(JOB_ITEMS)),
})
type Items = z.infer<typeof Items>

interface Kept<T> {
  readonly name: string
  readonly cap: number
  readonly shape: z.ZodMiniType<T>
}
const OUTPUT: Kept<Output> = { name: 'output.json', cap: JOB_KEPT_BYTES, shape: OutputShape }
const ITEMS: Kept<Items> = { name: 'items.json', cap: JOB_ITEMS_BYTES, shape: Items }

/** `folder`: the job's own. Each is refused ("disk") where the file cannot be written, or is none of ours. */
export const writeOutput = (folder: string, output: Output) => write(folder, OUTPUT, output)
export const writeItems = (folder: string, items: Items) => write(folder, ITEMS, items)
/** Null where nothing was printed yet. */
export const readOutput = (folder: string) => read(folder, OUTPUT)
export const readItemsFile = (folder: string) => read(folder, ITEMS)

const write = <T>(folder: string, { name }: Kept<T>, value: T): Result<void> =>
  attempt('disk', `what the job printed`, () => writeAside(join(folder, name), encodeLine(value)))

function read<T>(folder: string, { name, cap, shape }: Kept<T>): Result<T | null> {
  const file = readCapped(join(folder, name), cap)
  if (!file.ok) return file.problem === 'absent' ? done(null) : broken(join(folder, name), file.problem)
  const parsed = parseJson(file.text)
  const value = shape.safeParse(parsed.ok ? parsed.value : undefined)
  return value.success ? done(value.data) : broken(join(folder, name), 'another shape')
}

const broken = (path: string, why: string) =>
  refused('disk', {
    is: `${path} is not what twin wrote (${why})`,
    wanted: 'a file that twin wrote and nobody changed',
    fix: 'remove it: the next run of the job writes it anew',
  })
