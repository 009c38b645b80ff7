// The answer to `list` as lines: at most LISTED messages in each, and no line over LINE_BYTES. Relies on the adapter to give parts of
// any size.
import type { AdapterLine, Listed } from '../../protocol/adapter.ts'
import { LINE_BYTES, LISTED, PROBLEMS } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Adapter, Part } from './adapter.ts'
import type { Channel } from './channel.ts'

type Line = Extract<AdapterLine, { type: 'listed' }>
/** Room for everything of a line that is no message, and for the escapes that encodeLine adds. */
const ROOM = LINE_BYTES - 1_000

interface Asked {
  readonly id: number
  readonly cursor: string | null
}

/** Lists and sends; the last line has the cursor and the problems, one a sentence. */
export function sendListing(channel: Channel, adapter: Adapter, { id, cursor }: Asked): Result<void> {
  let reset = false
  const line = (rest: Partial<Line>): Line => ({
    type: 'listed',
    id,
    messages: [],
    gone: [],
    reset,
    final: false,
    cursor: null,
    problems: [],
    ...rest,
  })
  const listed = adapter.list(cursor, (part: Part) => {
    reset = part.reset
    for (const messages of divided<Listed>(part.messages)) channel.send(line({ messages }))
    for (const gone of divided<string>(part.gone)) channel.send(line({ gone }))
  })
  if (!listed.ok) return listed
  const { problems } = listed.value
  // A sentence has at most 600 characters: 16 of them fit on any line.
  for (let at = 0; at < Math.min(problems.length, PROBLEMS); at += 16)
    channel.send(line({ problems: problems.slice(at, Math.min(at + 16, PROBLEMS)) }))
  return done(channel.send(line({ final: true, cursor: listed.value.cursor })))
}

/** `values` in runs that fit on a line. */
function* divided<T>(values: readonly T[]): Generator<T[]> {
  let run: T[] = []
  let bytes = 0
  for (const value of values) {
    const more = Buffer.byteLength(JSON.stringify(value)) + 1
    if (run.length > 0 && (run.length === LISTED || bytes + more > ROOM)) {
      yield run
      run = []
      bytes = 0
    }
    run.push(value)
    bytes += more
  }
  if (run.length > 0) yield run
}
