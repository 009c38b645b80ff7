// Performs one step in a process of its own, so that a test can kill it as twind may be killed. Bundled by stepLife.test.ts.
import { join } from 'node:path'
import { performStep } from '../../daemon/stages/performStep.ts'
import type { StepInput, StepOrder } from '../../daemon/stages/stages.ts'

const order = JSON.parse(process.argv[2] ?? '') as StepOrder
const mail = order.inputs['mail'] as StepInput
const inputs = { mail: { ...mail, of: (handle: string) => join(mail.path, handle) } }
void performStep(
  { ...order, inputs },
  { signal: new AbortController().signal, progress: () => undefined, now: () => 1_800_000_000_000 },
)
