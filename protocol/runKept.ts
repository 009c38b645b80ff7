// What a run keeps of itself on the disk, so that it can go on after a crash: run.json (what was asked for) and messages.jsonl (what
// its view held, a line a message). twind writes both and reads them back as strictly as anything else. Relies on limits.ts.
import * as z from 'zod/mini'
import { AdapterId, Collection, Listed } from './adapter.ts'
import { NAME } from './door.ts'
import { HANDLE } from './handle.ts'
import * as cap from './limits.ts'
import { Dkim } from './message.ts'
import { Digest } from './proposalId.ts'
import { RunId } from './runReport.ts'
import { unixSeconds } from './unixSeconds.ts'

const count = z.int().check(z.minimum(0))
const path = z.string().check(z.maxLength(cap.PATH_CHARS))
/** `file`: the run's YAML, `digest`: its SHA-256 when the run began. `message`: the file of the one message, where that was asked for. */
export const RunHead = z.strictObject({
  v: z.literal(1),
  id: RunId,
  file: path,
  digest: Digest,
  message: z.nullable(path),
})
export type RunHead = z.infer<typeof RunHead>

const place = z.strictObject({
  message: AdapterId,
  collection: Collection,
  flags: Listed.shape.flags,
  keywords: Listed.shape.keywords,
})
/** A message of the view under the handle that this run gave it, as the store had it then. */
export const KeptMessage = z.strictObject({
  handle: z.string().check(z.regex(HANDLE)),
  root: z.boolean(),
  thread: z.nullable(count),
  bySubject: z.boolean(),
  mail: z.strictObject({
    account: z.string().check(z.regex(NAME)),
    sha256: Digest,
    raw: path,
    bytes: count,
    parsed: z.nullable(path),
    problem: z.nullable(z.string()),
    received: z.nullable(unixSeconds),
    places: z.array(place).check(z.maxLength(cap.COLLECTIONS)),
    dkim: Dkim,
    known: z.boolean(),
    writtenTo: count,
  }),
})
export type KeptMessage = z.infer<typeof KeptMessage>
