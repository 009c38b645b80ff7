// The tree of parts of one raw message, by postal-mime: it reads headers and finds boundaries; this drives it line by line, so that
// nothing depends on how the platform reads a Blob (its decoders go through one), no line of a body becomes an object, and every limit
// is a sentence instead of an exception. Pure. Relies on members of postal-mime 4.0.0 that its types do not list; mimeTree.test.ts
// holds them.
import PostalMime from 'postal-mime'
import { HEADER_BYTES, MIME_DEPTH, PARTS } from '../../../protocol/limits.ts'
import { decodeUnnamed } from '../../seenText/charset.ts'
import type { Problems } from '../../seenText/problems.ts'

interface Structured {
  readonly value: string
  readonly params: Readonly<Record<string, string>>
}
/** One header: its name in lower case, its value unfolded and not decoded. */
export interface Header {
  readonly key: string
  readonly value: string
}
/** A part as postal-mime keeps it. `contentDecoder`: where it sends the lines of the body. */
export interface MimeNode {
  readonly childNodes: readonly MimeNode[]
  readonly headers: readonly Header[]
  readonly contentType: { readonly parsed: Structured; readonly multipart: string | false }
  readonly contentTransferEncoding: { readonly encoding: string }
  readonly contentDisposition: { readonly parsed: Structured }
  readonly contentId?: string | undefined
  readonly state: 'header' | 'body' | 'finished'
  contentDecoder: unknown
}
/** Where the lines of a part's body stand in the message. */
interface Span {
  readonly from: number
  to: number
}
export interface MimeTree {
  readonly root: MimeNode
  /** The bytes of a part's body as they came, its transfer encoding still on. */
  readonly bytesOf: (node: MimeNode) => Buffer
  /** Where the message's own header ends: the first byte behind it. */
  readonly headerEnd: number
}

/** Whether a line can stand in a header: a name and a colon, or the continuation of one. */
const HEADER_LINE = /^(?:[ \t]|[!-9;-~]+[ \t]*:)/
const NOTHING = Buffer.alloc(0)
const encoder = new TextEncoder()
const LF = 0x0a
const CR = 0x0d
const DASH = 0x2d

class Driver extends PostalMime {
  declare root: MimeNode
  declare currentNode: MimeNode
  declare boundaries: { readonly value: Uint8Array; readonly node: MimeNode }[]
  declare headerSize: number
  declare processLine: (line: Uint8Array, isFinal: boolean) => Promise<void>
  declare finalize: () => Promise<void>
}

/** `raw` as a tree. Promises settle by microtasks alone. */
export async function mimeTree(raw: Buffer, problems: Problems): Promise<MimeTree> {
  const reader = new Reader(raw, problems)
  await reader.read()
  return {
    root: reader.driver.root,
    headerEnd: reader.headerEnd,
    bytesOf: node => {
      const span = reader.spans.get(node)
      return span ? raw.subarray(span.from, span.to) : NOTHING
    },
  }
}

class Reader {
  readonly driver = new Driver({ maxNestingDepth: MIME_DEPTH + 2 })
  readonly spans = new Map<MimeNode, Span>()
  headerEnd = 0
  private headerBytes = 0
  private parts = 1
  private at = 0
  private readonly raw: Buffer
  private readonly problems: Problems

  constructor(raw: Buffer, problems: Problems) {
    this.raw = raw
    this.problems = problems
  }

  async read(): Promise<void> {
    while (this.at < this.raw.length && this.parts <= PARTS) {
      const node = this.driver.currentNode
      const next = this.afterLine(this.at)
      if (this.mayDivide(this.at)) await this.perhapsBoundary(node, next)
      else if (node.state === 'header') await this.headerLine(node, next)
      else this.bodyLines(node, this.beforeDashes(next))
    }
    if (this.driver.currentNode.state === 'header') await this.endHeader(this.driver.currentNode)
    if (this.driver.boundaries.length > 0 && this.parts <= PARTS)
      this.problems.add('the message ends before its last part does')
    await this.driver.finalize()
  }

  private async perhapsBoundary(node: MimeNode, next: number): Promise<void> {
    if (stateOf(node) === 'header') await this.endHeader(node)
    const before = stateOf(node)
    await this.driver.processLine(this.raw.subarray(this.at, this.lineEnd(this.at, next)), false)
    if (this.driver.currentNode === node && stateOf(node) === before) return this.bodyLines(node, next)
    this.at = next
    this.withoutBreak(node)
    if (this.driver.currentNode.state !== 'header') return
    this.parts++
    if (this.parts > PARTS) this.problems.add(`the message has over ${PARTS} parts: the rest was left out`)
  }

  /** The line break before a boundary is the boundary's own. */
  private withoutBreak(node: MimeNode): void {
    const span = this.spans.get(node)
    if (span && span.to > span.from && this.raw[span.to - 1] === LF) span.to--
    if (span && span.to > span.from && this.raw[span.to - 1] === CR) span.to--
  }

  private bodyLines(node: MimeNode, to: number): void {
    const span = this.spans.get(node)
    if (!span) this.spans.set(node, { from: this.at, to })
    // Behind its parts, a multipart goes on with an epilogue, which nobody reads.
    else if (node.childNodes.length === 0) span.to = to
    this.at = to
  }

  private async headerLine(node: MimeNode, next: number): Promise<void> {
    const end = this.lineEnd(this.at, next)
    if (end === this.at) {
      this.at = next
      return this.endHeader(node)
    }
    if (!this.mayStand(this.at)) return this.strayLine(node, next)
    this.headerBytes += next - this.at
    if (this.headerBytes > HEADER_BYTES)
      this.problems.add(`the headers have over ${HEADER_BYTES} bytes: the rest was left out`)
    else await this.driver.processLine(this.inUtf8(this.raw.subarray(this.at, end)), false)
    this.at = next
  }

  /** A line that is no header: left out where a header follows, else the body has begun. */
  private async strayLine(node: MimeNode, next: number): Promise<void> {
    if (!this.mayStand(next)) {
      this.problems.add('a header ends without an empty line')
      return this.endHeader(node)
    }
    // The envelope line of an mbox is no mistake of the sender's.
    if (this.at > 0) this.problems.add('a line of a header is none: it was left out')
    this.at = next
  }

  private async endHeader(node: MimeNode): Promise<void> {
    if (node === this.driver.root) this.headerEnd = this.at
    await this.driver.processLine(NOTHING, false)
    // Nothing is decoded on the way: the bytes are taken where they stand.
    node.contentDecoder = null
    if (this.driver.boundaries.length <= MIME_DEPTH) return
    this.driver.boundaries.pop()
    this.problems.add(`parts lie over ${MIME_DEPTH} deep in each other: the innermost were not opened`)
  }

  /** Whether a line begins with two dashes and a boundary that is open. */
  private mayDivide(at: number): boolean {
    if (this.raw[at] !== DASH || this.raw[at + 1] !== DASH) return false
    return this.driver.boundaries.some(({ value }) =>
      value.every((byte, of) => this.raw[at + 2 + of] === byte),
    )
  }

  /** The start of the next line that may be a boundary, or the end. */
  private beforeDashes(next: number): number {
    const found = this.driver.boundaries.length > 0 ? this.raw.indexOf('\n--', next - 1, 'latin1') : -1
    return found < 0 ? this.raw.length : found + 1
  }

  private afterLine(from: number): number {
    const feed = this.raw.indexOf(LF, from)
    return feed < 0 ? this.raw.length : feed + 1
  }

  /** Where the line's text ends: before its line break. */
  private lineEnd(from: number, next: number): number {
    let end = next
    while (end > from && (this.raw[end - 1] === LF || this.raw[end - 1] === CR)) end--
    return end
  }

  private mayStand(from: number): boolean {
    return HEADER_LINE.test(this.raw.toString('latin1', from, from + 200))
  }

  /** Letters beyond ASCII that are no UTF-8 would all become one sign; within encoded words they are of the word's own set. */
  private inUtf8(line: Buffer): Uint8Array {
    if (line.every(byte => byte < 0x80)) return line
    const escaped = line
      .toString('latin1')
      .replace(/=\?[^?\s]{1,60}\?q\?[^?]*\?=/gi, word =>
        word.replace(/[\x80-\xFF]/g, letter => `=${letter.charCodeAt(0).toString(16)}`),
      )
    return encoder.encode(decodeUnnamed(Buffer.from(escaped, 'latin1')))
  }
}

/** Read anew each time: postal-mime changes it. */
const stateOf = (node: MimeNode): string => node.state
