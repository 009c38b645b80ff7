// One raw message as what the parsed cache keeps of it. Pure, and the whole of the stage's work; its promise settles by microtasks
// alone. Relies on mimeTree.ts for the parts, envelopeOf.ts for the headers and collectParts.ts for what is seen.
import * as cap from '../../../protocol/limits.ts'
import type { Attachment, ParsedMessage } from '../../../protocol/message.ts'
import { cut } from '../../../protocol/text/cut.ts'
import { bodyText } from '../../seenText/bodyText.ts'
import { type Collected, collectParts, type Sink } from './collectParts.ts'
import { type Envelope, envelopeOf, readable } from './envelopeOf.ts'
import { fitEnvelope } from './fitEnvelope.ts'
import { mimeTree } from './mimeTree.ts'
import { problemList, type Problems } from '../../seenText/problems.ts'
import { fileNames } from './safeName.ts'

/** `headers`: the header block as it came; `files`: the attachments that are kept, by their names in attachments/. */
export interface Parsed {
  readonly envelope: ParsedMessage
  readonly body: string
  readonly headers: Uint8Array
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** Everything that can be had of `raw`, which may be anything at all; what cannot is said in `problems`. */
export async function parseMessage(raw: Buffer): Promise<Parsed> {
  const problems = problemList()
  const lines = withLineFeeds(raw, problems)
  const tree = await mimeTree(lines, problems)
  if (tree.root.headers.length === 0) problems.add('the message has no headers')
  const envelope = envelopeOf(tree.root.headers, problems)
  const kept = keeper(problems)
  const body = bodyText(await collectParts(tree, kept.sink))
  if (body.about.cut) problems.add('the text is longer than it may be: it was cut')
  const headers = lines.subarray(0, Math.min(tree.headerEnd, cap.HEADER_BYTES))
  const about = { ...body.about, remote: body.about.remote + kept.remote() }
  const told = whole(envelope, about, { attachments: kept.attachments, problems })
  // What the envelope has no room to name is not kept either.
  const names = new Set(told.attachments.map(({ file }) => file))
  const files = new Map([...kept.files].filter(([name]) => names.has(name)))
  return { envelope: told, body: body.text, headers, files }
}

function whole(
  envelope: Envelope,
  body: ParsedMessage['body'],
  { attachments, problems }: { attachments: Attachment[]; problems: Problems },
): ParsedMessage {
  return fitEnvelope({ v: 1, ...envelope, body, attachments, problems: problems.list() })
}

/** Old Macintosh programs ended lines with CR alone. */
function withLineFeeds(raw: Buffer, problems: Problems): Buffer {
  if (raw.includes(0x0a) || !raw.includes(0x0d)) return raw
  problems.add('the lines of the message end with CR alone')
  return Buffer.from(raw.map(byte => (byte === 0x0d ? 0x0a : byte)))
}

const TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** Takes attachments as they come, each under a name of its own, up to the caps. */
function keeper(problems: Problems) {
  const attachments: Attachment[] = []
  const files = new Map<string, Uint8Array>()
  const fileName = fileNames()
  let bytes = 0
  let remote = 0
  const attach = ({ name: wrote, type: said, bytes: content, inline, problem }: Collected): void => {
    if (attachments.length === cap.ATTACHMENTS)
      return problems.add(`the message has over ${cap.ATTACHMENTS} attachments: the rest was left out`)
    const name = readable(wrote, problems)
    const label = cut(name, cap.LABEL_CHARS)
    if (label !== name) problems.add('the name of an attachment is longer than it may be: it was cut')
    const type = TYPE.test(said) ? said : 'application/octet-stream'
    const fits = bytes + content.length <= cap.ATTACHED_BYTES
    const full = `the attachments of the message have over ${cap.ATTACHED_BYTES} bytes: it was left out`
    if (!fits) problems.add(full)
    const file = fits && problem === null ? fileName(name, type) : null
    const about = { file, name: label, type, bytes: content.length, inline, problem: fits ? problem : full }
    attachments.push(about)
    if (file === null) return undefined
    bytes += content.length
    files.set(file, content)
  }
  const sink: Sink = { problems, attach, dropRemote: () => void remote++ }
  return { sink, attachments, files, remote: () => remote }
}
