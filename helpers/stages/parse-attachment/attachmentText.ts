// The text of one attachment, by what its bytes are rather than by what the sender calls it. Pure.
import { READ_ATTACHMENT_BYTES } from '../../../protocol/limits.ts'
import { decodeUnnamed } from '../../seenText/charset.ts'
import { htmlText } from '../../seenText/htmlText.ts'
import { archiveText, isGzip, isTar, isZip } from './archiveText.ts'
import { calendarText } from './calendarText.ts'
import { isOffice, officeText } from './officeText.ts'
import { pdfText } from './pdfText.ts'
import { NOTHING, type Texted, texted } from './texted.ts'
import { zipOf } from './zipEntries.ts'
import type { Opened } from './archiveText.ts'

const starts = (bytes: Buffer, hex: string): boolean => bytes.toString('hex', 0, hex.length / 2) === hex
/** Old binary office files, and encrypted new ones, which are packed in the same container. */
const isCompound = (bytes: Buffer): boolean => starts(bytes, 'd0cf11e0a1b11ae1')
const isForeignArchive = (bytes: Buffer): boolean =>
  starts(bytes, '377abcaf271c') ||
  starts(bytes, '526172211a07') ||
  starts(bytes, 'fd377a585a00') ||
  starts(bytes, '425a68')

/** `type`: as the sender says, for texts alone. */
export async function attachmentText(bytes: Buffer, type: string, opened: Opened): Promise<Texted> {
  const { problems } = opened
  if (bytes.length > READ_ATTACHMENT_BYTES) {
    problems.add(`the attachment has over ${READ_ATTACHMENT_BYTES} bytes: it was not read`)
    return NOTHING
  }
  if (bytes.subarray(0, 1_024).includes('%PDF-')) return pdfText(bytes, problems)
  if (isZip(bytes)) return zipped(bytes, opened)
  if (isGzip(bytes) || isTar(bytes)) return archiveText(bytes, opened)
  if (isCompound(bytes)) problems.add('an old or encrypted office file: it is not read')
  else if (isForeignArchive(bytes)) problems.add('this kind of archive is not read')
  else return plain(bytes, type, opened)
  return NOTHING
}

function zipped(bytes: Buffer, opened: Opened): Texted {
  const zip = zipOf(bytes, opened.budget, opened.problems)
  return zip && isOffice(zip.entries) ? officeText(zip, opened.problems) : archiveText(bytes, opened)
}

/** Bytes with a NUL in them are no text; a message within the message stands in the body already. */
function plain(bytes: Buffer, type: string, { problems }: Opened): Texted {
  if (bytes.includes(0) || /^(?:image|audio|video|font|message)\//.test(type) || type.includes('signature'))
    return NOTHING
  const text = decodeUnnamed(bytes)
  if (/^\s*BEGIN:VCALENDAR/i.test(text)) return calendarText(text, problems)
  if (type === 'text/html' || /^\s*<(?:!doctype html|html)/i.test(text)) {
    const html = htmlText(text, problems)
    return { kind: 'html', text: html.text, cut: html.cut }
  }
  return texted('text', text, problems)
}
