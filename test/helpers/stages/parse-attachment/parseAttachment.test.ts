// The stage itself, unconfined: what it writes for the attachments of a message.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAttachment } from '../../../../helpers/stages/parse-attachment/parseAttachment.ts'
import { parseMessage } from '../../../../helpers/stages/parse/parseMessage.ts'
import { AttachmentTexts } from '../../../../protocol/attachmentTexts.ts'
import { ATTACHMENT_CHARS, TEXTS_BYTES } from '../../../../protocol/limits.ts'
import { inFolders } from '../parse/inFolders.ts'
import { multipart } from '../parse/parseHere.ts'
import { docx, paragraph, pdf, shows } from './files.ts'

const file = (name: string, bytes: Buffer | string): string =>
  `Content-Type: application/octet-stream; name="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(bytes).toString('base64')}`

/** Parses `mail` into the input, then runs the stage on it. */
async function run(mail: string, change: (folder: string) => void = () => undefined) {
  const { envelope, files } = await parseMessage(Buffer.from(mail))
  const { result, outputs } = await inFolders(
    parseAttachment,
    { inputs: ['mail'], outputs: ['texts'] },
    ({ mail: folder = '' }) => {
      writeFileSync(join(folder, 'envelope.json'), JSON.stringify(envelope))
      mkdirSync(join(folder, 'attachments'))
      for (const [name, bytes] of files) writeFileSync(join(folder, 'attachments', name), bytes)
      change(folder)
    },
  )
  const folder = outputs.texts ?? ''
  return {
    result,
    folder,
    told: () => AttachmentTexts.parse(JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8'))).texts,
  }
}

test('parse-attachment writes the text of each attachment beside a list of what could not be had', async () => {
  const mail = multipart([
    '\nhello',
    file('bill.pdf', pdf([shows('12.50 EUR')])),
    file('note.docx', docx(paragraph('Dear'))),
    file('x.7z', Buffer.from('377abcaf271c00', 'hex')),
  ])
  const { result, folder, told } = await run(mail)
  expect(result).toEqual({ ok: true, value: ['1 attachment could not be read as a whole'] })
  expect(readdirSync(folder).sort()).toEqual(['bill.pdf.txt', 'note.docx.txt', 'texts.json'])
  expect(readFileSync(join(folder, 'bill.pdf.txt'), 'utf8')).toBe('12.50 EUR\n')
  expect(
    told().map(({ attachment, file: text, kind, problems }) => [attachment, text, kind, problems]),
  ).toEqual([
    ['bill.pdf', 'bill.pdf.txt', 'pdf', []],
    ['note.docx', 'note.docx.txt', 'office', []],
    ['x.7z', null, 'none', ['this kind of archive is not read']],
  ])
})

test('parse-attachment keeps texts up to the cap of all together and says which it left out', async () => {
  const whole = 'x'.repeat(ATTACHMENT_CHARS - 1)
  const most = TEXTS_BYTES / ATTACHMENT_CHARS
  const files = (last: string): string =>
    multipart([
      ...Array.from({ length: most - 1 }, (_, at) => file(`${at}.txt`, whole)),
      file('last.txt', last),
    ])
  const exact = await run(files(whole))
  expect(exact.told().every(({ file: text }) => text !== null)).toBe(true)
  const over = await run(files(`${whole}x`))
  expect(over.told().at(-1)).toMatchObject({ file: null, cut: true })
  expect(over.told().at(-1)?.problems.at(-1)).toContain('this one was left out')
})

test('parse-attachment follows no link in place of an attachment', async () => {
  const { told } = await run(multipart([file('a.txt', 'hello')]), folder => {
    symlinkSync('/etc/passwd', join(folder, 'attachments', 'b.txt'))
    const envelope = JSON.parse(readFileSync(join(folder, 'envelope.json'), 'utf8'))
    envelope.attachments.push({ ...envelope.attachments[0], file: 'b.txt' })
    writeFileSync(join(folder, 'envelope.json'), JSON.stringify(envelope))
  })
  expect(told().map(({ file: text, problems }) => [text, problems])).toEqual([
    ['a.txt.txt', []],
    [null, ['the attachment cannot be opened (link)']],
  ])
})

test('parse-attachment refuses an envelope of another shape, whose names might lead anywhere', async () => {
  const { result } = await run(multipart([file('a.txt', 'hello')]), folder => {
    const envelope = JSON.parse(readFileSync(join(folder, 'envelope.json'), 'utf8'))
    envelope.attachments[0].file = '../envelope.json'
    writeFileSync(join(folder, 'envelope.json'), JSON.stringify(envelope))
  })
  expect(result).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
})
