// A process of its own for messages that might cost too much: `bomb NAME`, or `spoil FOLDER COUNT SEED EVERY`: every so many messages of
// a folder as they are, and so often cut at random and with random bytes changed. Prints one line of JSON. Relies on nothing of vitest; bundled by whoever starts it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BODY_BYTES, ENVELOPE_BYTES, HEADER_BYTES } from '../../../../protocol/limits.ts'
import { ParsedMessage } from '../../../../protocol/message.ts'
import { parseMessage } from '../../../../helpers/stages/parse/parseMessage.ts'
import { BOMBS, SLOW } from './bombs.ts'

/** What is wrong with the result of `raw`; undefined where nothing is. */
async function fault(raw: Buffer): Promise<string | undefined> {
  try {
    const { envelope, body, headers, files } = await parseMessage(raw)
    const shape = ParsedMessage.safeParse(envelope)
    if (!shape.success) return `shape: ${shape.error.issues[0]?.path.join('.')}`
    if (Buffer.byteLength(JSON.stringify(envelope)) >= ENVELOPE_BYTES) return 'envelope too long'
    if (Buffer.byteLength(body) > BODY_BYTES || !body.isWellFormed())
      return 'body too long or not well-formed'
    if (headers.length > HEADER_BYTES) return 'headers too long'
    const named = envelope.attachments.flatMap(({ file }) => (file === null ? [] : [file]))
    return named.join() === [...files.keys()].join() ? undefined : 'files that are not named'
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : 'something'}`
  }
}

/** xorshift32: the same spoils on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function changed(raw: Buffer, random: (below: number) => number): Buffer {
  const bytes = Buffer.from(raw)
  for (let left = 1 + random(20); left > 0; left--) bytes[random(bytes.length)] = random(256)
  return bytes
}

async function spoil(folder: string, [count = 1, seed = 1, every = 1]: readonly number[]) {
  const random = randomFrom(seed)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names
    .filter(name => /\.(?:eml|txt)$/.test(name))
    .sort()
    .filter((_, at) => at % every === 0)
  const faults: string[] = []
  let tried = 0
  for (const name of files) {
    const raw = readFileSync(join(folder, name))
    const variants: Buffer[] = [raw]
    for (let at = 0; at < count && raw.length > 0; at++)
      variants.push(raw.subarray(0, random(raw.length)), changed(raw, random))
    for (const [at, variant] of variants.entries()) {
      const wrong = await fault(variant)
      tried++
      if (wrong !== undefined) faults.push(`${name} (${at}): ${wrong}`)
    }
  }
  return { messages: files.length, tried, faults }
}

async function bomb(name: string) {
  const raw = BOMBS[name]?.()
  if (!raw) throw new Error(`Cannot try ${name}: no bomb is called so`)
  return { fault: (await fault(raw)) ?? null }
}

const [what = '', which = '', ...numbers] = process.argv.slice(2)
/** `slow`: the names of the bombs that the normal run leaves out. */
const ask = async (): Promise<object> =>
  what === 'slow' ? { names: [...SLOW] } : what === 'bomb' ? bomb(which) : spoil(which, numbers.map(Number))
void ask().then(told =>
  process.stdout.write(`${JSON.stringify({ ...told, peak: process.resourceUsage().maxRSS * 1_024 })}\n`),
)
