// What one message costs in a step: the real stage `parse` over small messages, confined and with its output taken over, in the form
// that forks a warm process and in the one that starts a process; against a bare `node -e 0` a message, which reads nothing and is
// confined by nothing. Start of the step included. Relies on dist/ and on the native build.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performStep } from '../daemon/stages/performStep.ts'
import type { StepOrder } from '../daemon/stages/stages.ts'
import { packageRoot } from '../files/packageRoot.ts'
import type { Handle } from '../protocol/brand.ts'
import { handleFrom } from '../protocol/handle.ts'
import { elapsed, inTurn, ran } from './measure.ts'
import { ms, type Row, times } from './report.ts'

const MESSAGES = 500
/** Fewer of what takes longer: the figures are of one message. */
const STARTED = 40
const RUNS = 3

export async function each(): Promise<Row[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-bench-')))
  try {
    const handles = Array.from({ length: MESSAGES }, (_, at) => putMessage(folder, at))
    let run = 0
    const step = async (amount: number, isForked: boolean) => {
      const order = orderOf(join(folder, `step-${run++}`), join(folder, 'raw'), handles.slice(0, amount))
      const time = await elapsed(() => performed(isForked ? order : { ...order, grants: withLanes(order) }))
      return time / amount
    }
    const bare = async () => (await elapsed(() => bareNodes(STARTED))) / STARTED
    const forked = await inTurn(RUNS, () => step(MESSAGES, true), bare)
    const started = await inTurn(RUNS, () => step(STARTED, false), bare)
    const small = await inTurn(RUNS, () => step(1, true), bare)
    return [
      row(`parse, one of ${MESSAGES} messages, forked for it`, forked, 1),
      row(`parse, one of ${STARTED} messages, a process started for it`, started, null),
      row('parse, a step of one message', small, null),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `reach`: how many times the baseline it may take. */
function row(
  what: string,
  { measured, baseline }: { readonly measured: number; readonly baseline: number },
  reach: number | null,
): Row {
  const ratio = measured / baseline
  return {
    what,
    measured: ms(measured),
    baseline: `${ms(baseline)}: node -e 0, emptied environment`,
    result: times(ratio),
    reach: reach === null ? '–' : `≤ ${reach} ×`,
    met: reach === null ? undefined : ratio <= reach,
  }
}

/** A message of 8 KB in two parts, as a view has it. */
function putMessage(folder: string, at: number): Handle {
  const handle = handleFrom(Buffer.from(String(at).padStart(16, '0')))
  const line = 'The invoice of last week is 1,234.50 and is due on the third of May. Kind regards, Ann\r\n'
  const head = `From: Ann <ann@example.org>\r\nTo: bob@example.org\r\nSubject: Invoice ${at}\r\nMessage-ID: <${at}@example.org>\r\nDate: Mon, 4 May 2026 10:00:00 +0200\r\n`
  const text = line.repeat(45)
  const parts = `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}--b\r\nContent-Type: text/html\r\n\r\n<p>${text}</p>\r\n--b--\r\n`
  mkdirSync(join(folder, 'raw', handle), { recursive: true })
  const whole = `${head}MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${parts}`
  writeFileSync(join(folder, 'raw', handle, 'raw.eml'), whole)
  return handle
}

function orderOf(folder: string, raw: string, handles: readonly Handle[]): StepOrder {
  mkdirSync(join(folder, 'work'), { recursive: true })
  return {
    name: 'parse',
    stage: {
      manifest: {
        stage: 'parse',
        version: 1,
        summary: 'takes one raw message apart',
        per: 'message',
        exec: 'parse.cjs',
        inputs: { raw: { keyed: true, format: 'raw' } },
        outputs: { message: { keyed: true, format: 'message' } },
        capabilities: [],
      },
      script: join(packageRoot, 'dist/parse.cjs'),
    },
    handles,
    inputs: { raw: { is: 'folder', path: raw, of: handle => join(raw, handle) } },
    outputs: { message: { is: 'folder', path: join(folder, 'parsed'), schema: null } },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: null,
    work: join(folder, 'work'),
    spool: null,
  }
}

/** A lane is a descriptor, which only a process that was started can be handed. */
const withLanes = ({ grants }: StepOrder): StepOrder['grants'] => ({
  ...grants,
  actor: { model: 'none', net: [] },
  model: { model: 'none', host: 'http://127.0.0.1:9', think: 'off', timeout: 1 },
})

async function performed(order: StepOrder): Promise<void> {
  const io = { signal: new AbortController().signal, progress: () => undefined, now: Date.now }
  const report = await performStep(order, io)
  const isWhole = report.ok && report.value.done === order.handles.length
  if (!isWhole) throw new Error(`Cannot measure a step: ${JSON.stringify(report).slice(0, 300)}`)
}

async function bareNodes(amount: number): Promise<void> {
  const env = { LANG: 'C.UTF-8', OPENSSL_CONF: '/dev/null', TZ: 'UTC' }
  for (let at = 0; at < amount; at++) await ran([process.execPath, '-e', '0'], { env, cwd: '/' })
}
