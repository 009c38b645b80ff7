// Puts a blob together that comes in pieces: in order, without a gap, to its final piece, and for the question that follows it.
// Pure. Relies on adapter.ts for what one piece may be; both ends of the channel use it.
import { BLOB_BYTES, BLOB_CHARS } from './limits.ts'

export interface Piece {
  readonly id: number
  readonly seq: number
  readonly final: boolean
  readonly data: string
}
export interface Blob {
  /** Whether the piece is the next one. */
  readonly push: (piece: Piece) => boolean
  /** The whole of it for `id`, null where none came; undefined where it is not whole, or another's. */
  readonly take: (id: number) => Buffer | null | undefined
}

export function blobOf(): Blob {
  let pieces: Buffer[] = []
  let bytes = 0
  let last: Piece | undefined
  return {
    push: piece => {
      const follows = last === undefined ? piece.seq === 0 : isNext(last, piece)
      const data = Buffer.from(piece.data, 'base64')
      bytes += data.length
      if (!follows || bytes > BLOB_BYTES) return false
      pieces.push(data)
      last = piece
      return true
    },
    take: id => {
      if (last === undefined) return null
      if (!last.final || last.id !== id) return undefined
      const whole = Buffer.concat(pieces)
      pieces = []
      bytes = 0
      last = undefined
      return whole
    },
  }
}

const isNext = (last: Piece, piece: Piece): boolean =>
  !last.final && piece.id === last.id && piece.seq === last.seq + 1

/** `raw` as pieces for the question or answer `id`: at least one, the last of them final. */
export function piecesOf(id: number, raw: Uint8Array): Piece[] {
  const bytes = (BLOB_CHARS / 4) * 3
  const count = Math.max(1, Math.ceil(raw.length / bytes))
  return Array.from({ length: count }, (_, seq) => ({
    id,
    seq,
    final: seq === count - 1,
    data: Buffer.from(raw.subarray(seq * bytes, (seq + 1) * bytes)).toString('base64'),
  }))
}
