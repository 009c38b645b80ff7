// What a person would see of a tree of parts: the texts that make the body, and everything else as attachments. Pure. Of alternatives
// the last that has text is the body, as mail programs show it; a message within the message gives its text, its attachments, and
// itself as a file.
import * as cap from '../../../protocol/limits.ts'
import type { Body } from '../../seenText/bodyText.ts'
import { decodeText } from '../../seenText/charset.ts'
import { envelopeOf } from './envelopeOf.ts'
import { htmlText } from '../../seenText/htmlText.ts'
import { mimeTree, type MimeNode, type MimeTree } from './mimeTree.ts'
import { plainText } from '../../seenText/plainText.ts'
import type { Problems } from '../../seenText/problems.ts'
import { readTnef } from './readTnef.ts'
import { transferDecoded } from './transferDecoded.ts'

/** `name`: as the sender wrote it. */
export interface Collected {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly inline: boolean
  readonly problem: string | null
}
export interface Sink {
  readonly problems: Problems
  readonly attach: (attachment: Collected) => void
  /** References to other machines that were dropped outside of a body. */
  readonly dropRemote: () => void
}
interface Place {
  readonly tree: MimeTree
  readonly sink: Sink
  /** Messages that this one lies in. */
  readonly depth: number
  readonly related: boolean
  /** A boundary was guessed around this part: none is guessed within. */
  readonly guessed: boolean
}

/** The texts of `tree` in their order; attachments go to `sink`. */
export const collectParts = (tree: MimeTree, sink: Sink, depth = 0): Promise<Body[]> =>
  collect(tree.root, { tree, sink, depth, related: false, guessed: false })

async function collect(node: MimeNode, place: Place): Promise<Body[]> {
  if (node.contentType.multipart === false) return leaf(node, place)
  if (node.childNodes.length === 0) return undivided(node, place)
  if (node.contentType.multipart === 'encrypted') place.sink.problems.add(ENCRYPTED)
  if (node.contentType.multipart === 'alternative') return alternatives(node, place)
  const within = { ...place, related: node.contentType.multipart === 'related' }
  const bodies: Body[] = []
  for (const child of node.childNodes) bodies.push(...(await collect(child, within)))
  return bodies
}

const ENCRYPTED = 'the message is encrypted: only its headers can be read'

/** Each alternative is read for its attachments; the body is the last that has any text, or the last. */
async function alternatives(node: MimeNode, place: Place): Promise<Body[]> {
  const all: Body[][] = []
  for (const child of node.childNodes) all.push(await collect(child, place))
  const withText = all.filter(bodies => bodies.some(body => /\S/.test(body.text)))
  return (withText.length > 0 ? withText : all).at(-1) ?? []
}

/** No line is the boundary that the part names: the one that its text shows is taken, if any. */
async function undivided(node: MimeNode, place: Place): Promise<Body[]> {
  const { tree, sink } = place
  const bytes = tree.bytesOf(node)
  const boundary = place.guessed ? undefined : GUESS.exec(bytes.toString('latin1', 0, GUESSED))?.[1]
  if (boundary !== undefined) {
    sink.problems.add('a part names another boundary than the one that divides it: the latter was taken')
    const head = Buffer.from(`Content-Type: multipart/mixed; boundary="${boundary}"\n\n`, 'latin1')
    const divided = await mimeTree(Buffer.concat([head, bytes]), sink.problems)
    return collect(divided.root, { ...place, tree: divided, guessed: true })
  }
  sink.problems.add('a part says that it is made of parts, but no boundary divides it: it is shown as text')
  return [plainText(decodeText(bytes, '', sink.problems), sink.problems)]
}

/** Bytes in which a boundary is looked for, and how the first part behind one begins. */
const GUESSED = 65_536
const GUESS = /^--([\w'()+,./:=?-][\w'()+,./:=? -]{0,69}?)[ \t]*\r?\n(?:content-|mime-version:)/im

function nameOf(node: MimeNode): string {
  const { filename } = node.contentDisposition.parsed.params
  return filename || node.contentType.parsed.params.name || ''
}

async function leaf(node: MimeNode, place: Place): Promise<Body[]> {
  const { tree, sink } = place
  const { problems } = sink
  const type = node.contentType.parsed.value
  const bytes = transferDecoded(tree.bytesOf(node), node.contentTransferEncoding.encoding, problems)
  if (isText(node)) return [textOf(node, bytes.subarray(0, READ_BYTES), problems)]
  if (/^message\/(?:rfc822|global|news)$/.test(type)) return nested(node, bytes, place)
  const name = nameOf(node)
  if (type === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)) {
    const tnef = readTnef(bytes, sink)
    if (tnef) return tnef
  }
  if (type === 'message/external-body') return referenced(name, sink)
  if (
    /^application\/(?:x-)?pkcs7-mime$/.test(type) &&
    !/signed/.test(node.contentType.parsed.params['smime-type'] ?? '')
  )
    problems.add(ENCRYPTED)
  sink.attach({ name, type, bytes, inline: isInline(node, place), problem: null })
  return []
}

/** A part that is only a reference to another machine. */
function referenced(name: string, sink: Sink): Body[] {
  sink.dropRemote()
  const problem = 'the message only says where it lies on another machine'
  sink.attach({ name, type: 'message/external-body', bytes: new Uint8Array(0), inline: false, problem })
  return []
}

/** No character takes more: what stands behind is cut from the body anyway. */
const READ_BYTES = cap.HTML_CHARS * 4

const isInline = (node: MimeNode, { related }: Place): boolean =>
  node.contentDisposition.parsed.value === 'inline' ||
  (node.contentDisposition.parsed.value !== 'attachment' && related)

/** A text that is shown as part of the body: one with a file name is an attachment. */
const isText = (node: MimeNode): boolean =>
  /^text\/(?:plain|html|enriched|richtext)$|^(?:text|text\/)?$/.test(node.contentType.parsed.value) &&
  node.contentDisposition.parsed.value !== 'attachment' &&
  nameOf(node) === ''

/** The character set that an HTML text names in its own head. */
const ownCharset = (bytes: Buffer): string =>
  /<meta[^>]{1,200}charset\s*=\s*["']?([\w:-]{1,40})/i.exec(bytes.toString('latin1', 0, 2_048))?.[1] ?? ''

function textOf(node: MimeNode, bytes: Buffer, problems: Problems): Body {
  const { value, params } = node.contentType.parsed
  const html = value === 'text/html'
  const text = decodeText(bytes, params.charset ?? (html ? ownCharset(bytes) : ''), problems)
  if (html) return htmlText(text, problems)
  if (/^text\/(?:enriched|richtext)$/.test(value))
    return plainText(text.replace(/<[^<>]{0,200}>/g, ''), problems)
  return plainText(
    /^flowed$/i.test(params.format ?? '') ? unflowed(text, params.delsp ?? '') : text,
    problems,
  )
}

/** RFC 3676: a line that ends with a blank goes on in the next of the same quoting, but for the mark of a signature. */
function unflowed(text: string, delsp: string): string {
  const quotes = (line: string): string => /^>*/.exec(line)?.[0] ?? ''
  const out: string[] = []
  let open = false
  for (const line of text.split(/\r?\n/)) {
    const quote = quotes(line)
    const content = line.slice(quote.length).replace(/^ /, '')
    const last = out.at(-1)
    const flows = content.endsWith(' ') && content !== '-- '
    const kept = flows && /^yes$/i.test(delsp) ? content.slice(0, -1) : content
    if (open && last !== undefined && quotes(last) === quote && content !== '-- ')
      out[out.length - 1] = last + kept
    else out.push(quote === '' ? kept : `${quote} ${kept}`)
    open = flows
  }
  return out.join('\n')
}

/** A message within the message: a file, its text, and its own attachments. */
async function nested(node: MimeNode, bytes: Buffer, { sink, depth }: Place): Promise<Body[]> {
  const name = nameOf(node) || 'message.eml'
  sink.attach({ name, type: 'message/rfc822', bytes, inline: false, problem: null })
  if (depth + 1 > cap.NESTED_MESSAGES) {
    sink.problems.add(
      `messages lie over ${cap.NESTED_MESSAGES} deep in each other: the innermost were not opened`,
    )
    return []
  }
  const tree = await mimeTree(bytes, sink.problems)
  const { from, subject } = envelopeOf(tree.root.headers, sink.problems)
  const author = from[0] ? `${from[0].name} <${from[0].address}>`.trim() : 'nobody'
  const head = `[a message within the message begins]\nFrom: ${author}\nSubject: ${subject}\n`
  const foot = plainText('[the message within the message ends]', sink.problems)
  return [plainText(head, sink.problems), ...(await collectParts(tree, sink, depth + 1)), foot]
}
