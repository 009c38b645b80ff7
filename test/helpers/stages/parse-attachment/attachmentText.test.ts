// The text of attachments of each kind: as they should be, broken, encrypted, and past each cap.
import { deflateSync as zlibSync } from 'node:zlib'
import { deflateSync, Inflate } from 'fflate'
import { describe, expect, test } from 'vitest'
import { attachmentText } from '../../../../helpers/stages/parse-attachment/attachmentText.ts'
import { inflated, newBudget } from '../../../../helpers/stages/parse-attachment/zipEntries.ts'
import { problemList } from '../../../../helpers/seenText/problems.ts'
import * as cap from '../../../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../../protocol/message.ts'
import { docx, gzip, paragraph, pdf, shows, tar, zip } from './files.ts'

async function read(bytes: Buffer | string, type = 'application/octet-stream') {
  const problems = problemList()
  const budget = newBudget()
  const told = await attachmentText(Buffer.from(bytes), type, { budget, problems })
  return { ...told, problems: problems.list(), left: budget.left }
}

describe('PDF', () => {
  test('attachmentText reads the pages of a PDF', async () => {
    const { kind, text, problems } = await read(pdf([shows('Total 12.50 EUR'), shows('page two')]))
    expect({ kind, text, problems }).toEqual({
      kind: 'pdf',
      text: 'Total 12.50 EUR\n\npage two',
      problems: [],
    })
  })

  test('attachmentText reads a packed page, and says that an encrypted PDF is encrypted', async () => {
    const stream = (content: string) => ({ bytes: zlibSync(content), more: '/Filter/FlateDecode' })
    expect((await read(pdf([shows('packed')], { stream }))).text).toBe('packed')
    const hex = `<${'ab'.repeat(32)}>`
    const trailer = `/Encrypt<</Filter/Standard/V 1/R 2/O${hex}/U${hex}/P -4>>/ID[<00><00>]`
    const { text, problems } = await read(pdf([shows('secret')], { trailer }))
    expect(text).toBe('')
    expect(problems).toEqual(['the PDF is encrypted'])
  })

  test('attachmentText says that a broken PDF is broken', async () => {
    const { problems, text } = await read('%PDF-1.4\nnothing else')
    expect(text).toBe('')
    expect(problems).toEqual(['the PDF is broken: what could be read before the break was read'])
  })

  test('attachmentText of a PDF settles by microtasks alone', async () => {
    const seen = { settled: false }
    const asked = read(pdf([shows('quick')])).then(() => (seen.settled = true))
    for (let turn = 0; turn < 100_000 && !seen.settled; turn++) await Promise.resolve()
    expect(seen.settled).toBe(true)
    await asked
  })

  test('attachmentText reads pages up to the cap and says that it left the rest out', async () => {
    const pages = (count: number): Buffer => pdf(Array.from({ length: count }, (_, at) => shows(`p${at}`)))
    expect((await read(pages(cap.PDF_PAGES))).problems).toEqual([])
    const over = await read(pages(cap.PDF_PAGES + 1))
    expect(over.problems).toEqual([`the PDF has over ${cap.PDF_PAGES} pages: the rest was left out`])
    expect(over.text.endsWith(`p${cap.PDF_PAGES - 1}`)).toBe(true)
  })
})

describe('office', () => {
  test('attachmentText reads a Word file and sets apart what it marks as vanished', async () => {
    const file = docx(
      paragraph('Seen') + paragraph('SECRET', '<w:rPr><w:vanish/></w:rPr>') + paragraph('after'),
    )
    const { kind, text } = await read(file)
    expect(kind).toBe('office')
    expect(text).toBe(`Seen\n\n${HIDDEN_BEGIN}\nSECRET\n${HIDDEN_END}\n\nafter`)
    expect((await read(docx(paragraph('SECRET', '<w:rPr><w:vanish w:val="0"/></w:rPr>')))).text).toBe(
      'SECRET',
    )
  })

  test('attachmentText reads the cells of an Excel file, shared and inline', async () => {
    const { text } = await read(
      zip({
        '[Content_Types].xml': '<Types/>',
        'xl/sharedStrings.xml': '<sst><si><t>Item</t></si><si><r><t>To</t></r><r><t>tal</t></r></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c t="inlineStr"><is><t>Tea</t></is></c><c><v>3.5</v></c></row></worksheet>',
      }),
    )
    expect(text).toBe('Item  Total\nTea  3.5')
  })

  test('attachmentText reads the slides of a PowerPoint file in their order', async () => {
    const slide = (words: string): string => `<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`
    const { text } = await read(
      zip({
        '[Content_Types].xml': '<Types/>',
        'ppt/slides/slide10.xml': slide('ten'),
        'ppt/slides/slide2.xml': slide('two'),
      }),
    )
    expect(text).toBe('two\nten')
  })

  test('attachmentText reads an OpenDocument file', async () => {
    const content =
      '<office:body><text:h>Head</text:h><text:p>One<text:tab/>two<text:line-break/>three</text:p></office:body>'
    expect(
      (await read(zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content }))).text,
    ).toBe('Head\nOne  two\nthree')
  })

  test('attachmentText expands no entity that a file declares', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>`
    const file = zip({ '[Content_Types].xml': '<T/>', 'word/document.xml': `${bomb}<w:t>&b;&c;&amp;</w:t>` })
    const { text } = await read(file)
    expect(text).not.toContain('xx')
    expect(text).not.toContain('root:')
    expect(text).toContain('&')
  })

  test('attachmentText names old and encrypted office files and foreign archives as not read', async () => {
    const compound = Buffer.from('d0cf11e0a1b11ae10000', 'hex')
    expect((await read(compound)).problems).toEqual(['an old or encrypted office file: it is not read'])
    for (const start of ['377abcaf271c', '526172211a0700', '425a6839', 'fd377a585a00'])
      expect((await read(Buffer.from(`${start}00`, 'hex'))).problems).toEqual([
        'this kind of archive is not read',
      ])
  })
})

describe('calendar', () => {
  const event = (lines: string): string =>
    `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\n${lines}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

  test('attachmentText reads what, when, where and who of a calendar', async () => {
    const lines =
      'SUMMARY:Lunch\\, with soup\r\nDTSTART;TZID=Europe/Oslo:20261130T120000\r\nLOCATION:Café\r\nATTENDEE;CN=Ann:mailto:ann@a.example'
    const { kind, text, problems } = await read(event(lines), 'text/calendar')
    expect(kind).toBe('calendar')
    expect(text).toBe(
      'Method: REQUEST\n\nevent\nWhat: Lunch, with soup\nFrom: 2026-11-30T12:00:00 (Europe/Oslo)\nWhere: Café\nAttendee: Ann mailto:ann@a.example',
    )
    expect(problems).toEqual([])
  })

  test('attachmentText shows a broken calendar as it is written', async () => {
    const { text, problems } = await read('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:x\n')
    expect(text).toContain('SUMMARY:x')
    expect(problems).toEqual(['the calendar is broken: it is shown as it is written'])
  })

  test('attachmentText reads a calendar of the cap and says that it left the rest of a longer one out', async () => {
    const sized = (length: number): string => {
      const empty = event('SUMMARY:')
      return event(`SUMMARY:${'x'.repeat(length - empty.length)}`)
    }
    expect((await read(sized(cap.CALENDAR_CHARS))).problems).toEqual([])
    expect((await read(sized(cap.CALENDAR_CHARS + 1))).problems[0]).toBe(
      'the calendar is longer than it may be: the rest was left out',
    )
  })
})

describe('archives', () => {
  test('attachmentText lists an archive and reads the texts in it', async () => {
    const { kind, text } = await read(zip({ '../../etc/a.txt': 'hello', 'b.exe': 'MZ\0' }))
    expect(kind).toBe('archive')
    expect(text).toBe('../../etc/a.txt  5 bytes\n\nhello\n\nb.exe  3 bytes')
  })

  test('attachmentText lists tar and gzip files', async () => {
    const file = tar({ 'a.txt': 'hello', 'b.bin': 'x' })
    expect((await read(file)).text).toBe('a.txt  5 bytes\n\nhello\n\nb.bin  1 bytes')
    expect((await read(gzip(file))).text).toBe('a.txt  5 bytes\n\nhello\n\nb.bin  1 bytes')
  })

  test('attachmentText opens archives in each other up to the cap and says that it opened no further', async () => {
    const nested = (depth: number): Buffer =>
      depth === 0 ? zip({ 'in.txt': 'innermost' }) : zip({ 'a.zip': nested(depth - 1) })
    const exact = await read(nested(cap.ARCHIVE_DEPTH))
    expect(exact.text).toContain('innermost')
    expect(exact.problems).toEqual([])
    const over = await read(nested(cap.ARCHIVE_DEPTH + 1))
    expect(over.text).not.toContain('innermost')
    expect(over.problems).toEqual([
      `archives lie over ${cap.ARCHIVE_DEPTH} deep in each other: the innermost were not opened`,
    ])
  })

  test('attachmentText lists entries up to the cap and says that it left the rest out', async () => {
    const files = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.bin`, '']))
    const says = [`the archive has over ${cap.ARCHIVE_ENTRIES} entries: the rest was left out`]
    expect((await read(zip(files(cap.ARCHIVE_ENTRIES), 0))).problems).toEqual([])
    expect((await read(zip(files(cap.ARCHIVE_ENTRIES + 1), 0))).problems).toEqual(says)
    expect((await read(tar(files(cap.ARCHIVE_ENTRIES)))).problems).toEqual([])
    expect((await read(tar(files(cap.ARCHIVE_ENTRIES + 1)))).problems).toEqual(says)
  })

  test('attachmentText reads a text of the cap in an archive and not one a byte longer', async () => {
    const file = (bytes: number): Buffer => zip({ 'a.txt': Buffer.alloc(bytes, 'a\nbc ') }, 0)
    expect((await read(file(cap.MEMBER_BYTES))).problems).not.toContain(
      `a text in the archive has over ${cap.MEMBER_BYTES} bytes: it was not read`,
    )
    expect((await read(file(cap.MEMBER_BYTES + 1))).problems).toEqual([
      `a text in the archive has over ${cap.MEMBER_BYTES} bytes: it was not read`,
    ])
  })

  test('an entry that grows by the cap is read and one that grows further is given up', () => {
    const stream = deflateSync(Buffer.alloc(cap.ARCHIVE_RATIO * 10_000, 'x'))
    // Padded behind the end of the stream: the inflater stops there, and the size of the entry counts.
    const unpacked = (bytes: number) => {
      const problems = problemList()
      const data = Buffer.concat([stream, Buffer.alloc(bytes - stream.length)])
      return [inflated(data, new Inflate(), { budget: newBudget(), problems })?.length, problems.list()]
    }
    expect(unpacked(10_000)).toEqual([cap.ARCHIVE_RATIO * 10_000, []])
    expect(unpacked(9_999)).toEqual([
      undefined,
      [`an entry unpacks to over ${cap.ARCHIVE_RATIO} times its size: it was given up`],
    ])
  })

  test('an archive that unpacks to more than the cap is given up with a sentence', async () => {
    const piece = Buffer.alloc(1_048_576)
    const bomb = (count: number): Buffer =>
      zip(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.zip`, piece])))
    const most = cap.ARCHIVE_UNPACKED_BYTES / piece.length
    expect(await read(bomb(most))).toMatchObject({ problems: [], left: 0 })
    expect((await read(bomb(most + 1))).problems).toEqual([
      `the archive unpacks to over ${cap.ARCHIVE_UNPACKED_BYTES} bytes: it was given up`,
    ])
  })

  test('attachmentText says of an encrypted or misplaced entry that it cannot be had', async () => {
    const file = zip({ 'a.txt': 'hello' }, 0)
    const directory = file.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    const encrypted = Buffer.from(file)
    encrypted.writeUInt16LE(1, directory + 8)
    expect((await read(encrypted)).problems).toEqual(['an entry of the archive is encrypted'])
    const misplaced = Buffer.from(file)
    misplaced.writeUInt32LE(0xfffffff0, directory + 42)
    expect((await read(misplaced)).problems).toEqual([
      'an entry of the archive is not where its directory says',
    ])
    const unknown = Buffer.from(file)
    unknown.writeUInt16LE(99, directory + 10)
    expect((await read(unknown)).problems).toEqual([
      'an entry of the archive is packed in a way that is not known here',
    ])
  })
})

describe('others', () => {
  test('attachmentText reads HTML as a person would see it', async () => {
    const { kind, text } = await read(
      '<html><p>seen<p style="display:none">SECRET<img src=http://t.example/>',
      'text/html',
    )
    expect(kind).toBe('html')
    expect(text).toBe(`seen\n\n${HIDDEN_BEGIN}\nSECRET\n${HIDDEN_END}`)
  })

  test('attachmentText reads plain text and nothing out of pictures, messages and binaries', async () => {
    expect((await read('a,b\n1,2\n', 'text/csv')).text).toBe('a,b\n1,2')
    for (const type of ['image/svg+xml', 'audio/x', 'message/rfc822', 'application/pgp-signature'])
      expect((await read('words', type)).kind).toBe('none')
    expect((await read('MZ\0\0')).kind).toBe('none')
  })

  test('attachmentText reads a text of the cap and says that it cut a longer one', async () => {
    const sized = (length: number) => read('x'.repeat(length), 'text/plain')
    expect((await sized(cap.ATTACHMENT_CHARS)).cut).toBe(false)
    const over = await sized(cap.ATTACHMENT_CHARS + 1)
    expect(over.cut).toBe(true)
    expect(over.problems).toEqual(['the text of the attachment is longer than it may be: it was cut'])
  })

  test('attachmentText reads an attachment of the cap and not one a byte longer', async () => {
    const sized = (bytes: number) => read(Buffer.alloc(bytes), 'text/plain')
    expect((await sized(cap.READ_ATTACHMENT_BYTES)).problems).toEqual([])
    expect((await sized(cap.READ_ATTACHMENT_BYTES + 1)).problems).toEqual([
      `the attachment has over ${cap.READ_ATTACHMENT_BYTES} bytes: it was not read`,
    ])
  })
})
