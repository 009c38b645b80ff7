// Files of each kind, made here: small ones, broken ones, encrypted ones and bombs. Relies on fflate for packing.
import { gzipSync, zipSync, type Zippable } from 'fflate'

const text = (value: string): Uint8Array => new TextEncoder().encode(value)
export const zip = (files: Readonly<Record<string, string | Uint8Array>>, level: 0 | 9 = 9): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, value]) => [name, typeof value === 'string' ? text(value) : value]),
      ) as Zippable,
      { level },
    ),
  )
export const gzip = (bytes: Uint8Array): Buffer => Buffer.from(gzipSync(bytes, { level: 9 }))

/** One block of header and the content in whole blocks, for each. */
export function tar(files: Readonly<Record<string, string>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, value]) => {
    const head = Buffer.alloc(512)
    head.write(name, 0, 'latin1')
    head.write(`${Buffer.byteLength(value).toString(8).padStart(11, '0')}\0`, 124, 'latin1')
    head.write('ustar', 257, 'latin1')
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(value) / 512) * 512)
    content.write(value)
    return [head, content]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

/** A PDF of pages whose content streams are `pages`; `stream` may pack them, `trailer` adds keys to its trailer. */
export function pdf(
  pages: readonly string[],
  { stream = (content: string) => ({ bytes: Buffer.from(content, 'latin1'), more: '' }), trailer = '' } = {},
): Buffer {
  const objects: Buffer[] = []
  const add = (body: string | Buffer): number => objects.push(Buffer.from(body))
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')
  add('<</Type/Catalog/Pages 2 0 R>>')
  add(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)
  add('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  for (const [at, content] of pages.entries()) {
    const { bytes, more } = stream(content)
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents ${5 + at * 2} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
    )
    add(
      Buffer.concat([
        Buffer.from(`<</Length ${bytes.length}${more}>>stream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  for (const [at, object] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(length)
    length += whole.length
    parts.push(whole)
  }
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end)])
}
export const shows = (words: string): string => `BT /F 12 Tf 20 200 Td (${words}) Tj ET`

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
export const docx = (paragraphs: string, more: Record<string, string> = {}): Buffer =>
  zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document ${W}><w:body>${paragraphs}</w:body></w:document>`,
    ...more,
  })
export const paragraph = (words: string, properties = ''): string =>
  `<w:p><w:r>${properties}<w:t>${words}</w:t></w:r></w:p>`
