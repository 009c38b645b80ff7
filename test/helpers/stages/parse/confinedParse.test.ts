// Both stages that read strangers' files, in the processes that twind starts for them: a message each, within its time and memory.
// Relies on the native build; a bundle each, as scripts/bundle.mjs makes them.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { performStep } from '../../../../daemon/stages/performStep.ts'
import type { StepOrder } from '../../../../daemon/stages/stages.ts'
import { packageRoot } from '../../../../files/packageRoot.ts'
import { Manifest } from '../../../../protocol/stage.ts'
import { stepIo } from '../../../daemon/stages/stepWorld.ts'
import { bundle } from '../../../probes/harness.ts'
import { docx, gzip, paragraph, pdf, shows } from '../parse-attachment/files.ts'
import { handleOf } from '../run.ts'
import { BOMBS } from './bombs.ts'
import { multipart } from './parseHere.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'twin-parse-')))
const STAGES = ['parse', 'parse-attachment'] as const
beforeAll(() => {
  for (const stage of STAGES) bundle(`helpers/stages/${stage}/main.ts`, join(root, `${stage}.cjs`))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const file = (name: string, bytes: Buffer): string =>
  `Content-Type: application/octet-stream; name="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`
/** Four gigabytes of blanks, packed: pieces of a stream that end at a full flush can stand behind each other. */
const gigabytes = () => {
  const piece = deflateRawSync(Buffer.alloc(16_777_216, ' '), { finishFlush: constants.Z_FULL_FLUSH })
  const bytes = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 256 }, () => piece)])
  return { bytes, more: '/Filter/FlateDecode' }
}
const MAIL: readonly (string | Buffer)[] = [
  multipart([
    '\nhello',
    file('bill.pdf', pdf([shows('12.50 EUR')])),
    file('note.docx', docx(paragraph('Dear'))),
  ]),
  BOMBS['a million headers']?.() ?? '',
  BOMBS['elements in each other, a million deep']?.() ?? '',
  multipart([file('bomb.gz', gzip(Buffer.alloc(60_000_000)))]),
  multipart([file('bomb.pdf', pdf(['gigabytes'], { stream: gigabytes }))]),
  'Subject: last\n\nthe last one\n',
]
const handles = MAIL.map((_, at) => handleOf(at + 1))
const folder = (...names: string[]): string => {
  const path = join(root, ...names)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

/** Stage `name` over all messages: `port` is its input, from the folder `from`; its output goes into the folder of its name. */
function order(
  name: (typeof STAGES)[number],
  [port, from]: readonly [string, string],
  output: string,
): StepOrder {
  const yaml = readFileSync(join(packageRoot, 'helpers/stages', name, 'stage.yaml'), 'utf8')
  return {
    name,
    stage: { manifest: Manifest.parse(parseYaml(yaml)), script: join(root, `${name}.cjs`) },
    handles,
    inputs: { [port]: { is: 'folder', path: folder(from), of: handle => join(root, from, handle) } },
    outputs: { [output]: { is: 'folder', path: folder(output), schema: null } },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: {},
    work: folder(`${name}.work`),
    spool: null,
  }
}

test(
  'parse and parse-attachment do their work confined, a process a message, hostile ones among them',
  { timeout: 120_000 },
  async () => {
    for (const [at, mail] of MAIL.entries())
      writeFileSync(join(folder('raw', handles[at] ?? ''), 'raw.eml'), mail)
    const parsed = await performStep(order('parse', ['raw', 'raw'], 'message'), stepIo())
    expect(parsed).toMatchObject({ ok: true, value: { done: 6, failed: [] } })
    const body = (at: number): string =>
      readFileSync(join(root, 'message', handles[at] ?? '', 'body.txt'), 'utf8')
    expect([body(0), body(5)]).toEqual(['hello\n', 'the last one\n'])

    const read = await performStep(order('parse-attachment', ['mail', 'message'], 'texts'), stepIo())
    // The PDF bomb costs its message its place, and nobody else's.
    expect(read).toMatchObject({ ok: true, value: { done: 5, failed: [{ handle: handles[4] }] } })
    const texts = join(root, 'texts', handles[0] ?? '')
    expect(readdirSync(texts).sort()).toEqual(['bill.pdf.txt', 'note.docx.txt', 'texts.json'])
    expect(readFileSync(join(texts, 'bill.pdf.txt'), 'utf8')).toBe('12.50 EUR\n')
    const bomb = readFileSync(join(root, 'texts', handles[3] ?? '', 'texts.json'), 'utf8')
    expect(bomb).toContain('unpacks to over')
    expect(existsSync(join(root, 'texts', handles[5] ?? '', 'texts.json'))).toBe(true)
  },
)
