// Puts twin's block into a note that a person may write in too. Bytes outside twin's markers stay as they are; where the
// markers cannot be trusted nothing is merged. Pure. Works on Latin-1 strings, one character a byte, so that a BOM, CRLF or
// text that is not UTF-8 survives; the markers are ASCII.

/** `text`: Latin-1, one character a byte. */
export type Bytes = string
/** Why a note cannot be merged into. */
export type MarkerProblem = 'missing' | 'doubled'
export type Merged =
  { readonly ok: true; readonly note: Bytes } | { readonly ok: false; readonly problem: MarkerProblem }

/** Anything that could be taken for a marker, wherever it stands. Inert text has no `<!--`. */
const MARKER = /<!--[\s-]*twin:mail:(?:begin|end)/gi
const BEGIN = /^(?:\u00ef\u00bb\u00bf)?(<!-- twin:mail:begin \d{4}-\d\d-\d\dT\d\d:\d\d -->)\r?$/gm
const END = /^<!-- twin:mail:end -->\r?$/gm
const END_TEXT = '<!-- twin:mail:end -->'
const FAILED = /^The brief of \d\d:\d\d failed: [^\n]*\n/gm

/** Whether `block` could close or open twin's part of the note by itself. */
export const holdsMarker = (block: string): boolean => block.search(MARKER) >= 0

/**
 * The note with `block` between markers of `time` (YYYY-MM-DDTHH:MM, local). `note` undefined or empty: a new one. What
 * stood between the markers is replaced. Throws RangeError when `block` holds a marker or `time` has another form.
 */
export function mergeNote(note: Bytes | undefined, block: Bytes, time: string): Merged {
  if (holdsMarker(block)) throw new RangeError('Cannot merge the note: the block holds a marker, wanted none')
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(time))
    throw new RangeError('Cannot merge the note: the time has another form, wanted YYYY-MM-DDTHH:MM')
  const part = `<!-- twin:mail:begin ${time} -->\n${ended(block)}${END_TEXT}`
  if (!note) return { ok: true, note: `${part}\n` }
  const place = find(note)
  return typeof place === 'string' ? { ok: false, problem: place } : around(note, place, part)
}

/**
 * The note with `line` ("The brief of HH:MM failed: …") as the last line of twin's part, in place of such a line from an
 * earlier failure. The rest of the part stays. `note` undefined or empty: a new one with that line only.
 */
export function mergeFailure(note: Bytes | undefined, line: Bytes, time: string): Merged {
  if (!/^The brief of \d\d:\d\d failed: [^\n\r]*$/.test(line) || holdsMarker(line))
    throw new RangeError('Cannot merge the note: the line has another form, wanted one that says what failed')
  if (!note) return mergeNote(undefined, line, time)
  const place = find(note)
  if (typeof place === 'string') return { ok: false, problem: place }
  const part = note.slice(place.from, place.to - END_TEXT.length).replace(FAILED, '')
  return around(note, place, `${ended(trimmed(part))}${separator(part)}${line}\n${END_TEXT}`)
}

interface Place {
  /** Index of the first character of the begin marker, and just past the end marker. */
  readonly from: number
  readonly to: number
}

const around = (note: Bytes, place: Place, part: Bytes): Merged => ({
  ok: true,
  note: note.slice(0, place.from) + part + note.slice(place.to),
})

/** Twin's part: exactly one begin and one end, in this order, each a line of its own, and nothing else like them. */
function find(note: Bytes): Place | MarkerProblem {
  const like = note.match(MARKER)?.length ?? 0
  if (like === 0) return 'missing'
  const [begin, ...begins] = note.matchAll(BEGIN)
  const [end, ...ends] = note.matchAll(END)
  if (like !== 2 || begins.length > 0 || ends.length > 0) return 'doubled'
  if (!begin?.[1] || !end || end.index < begin.index) return 'missing'
  return { from: begin.index + begin[0].indexOf('<'), to: end.index + END_TEXT.length }
}

/** Not trimEnd: 0xA0 is a blank in Latin-1 and the last byte of letters in UTF-8. */
const trimmed = (text: Bytes): Bytes => text.replace(/[ \t\r\n]+$/, '')
const ended = (text: Bytes): Bytes => (text.endsWith('\n') ? text : `${text}\n`)
/** A paragraph of its own, unless the failure is all that the part says. */
const separator = (part: Bytes): Bytes => (trimmed(part).includes('\n') ? '\n' : '')
