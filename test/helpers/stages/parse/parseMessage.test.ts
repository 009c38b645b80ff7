// What can be had of messages that are broken, hostile or odd: one small message a lesson, in test/fixtures/mail.
import { describe, expect, test } from 'vitest'
import * as cap from '../../../../protocol/limits.ts'
import { ParsedMessage } from '../../../../protocol/message.ts'
import { parseMessage } from '../../../../helpers/stages/parse/parseMessage.ts'
import { fixture, letter, multipart, read, type Read } from './parseHere.ts'

const names = ({ attachments }: Read): (string | null)[] => attachments.map(({ file }) => file)

test('parse keeps every author of every From header, in order', async () => {
  const { from, fromHeaders, problems } = await fixture('two-from-headers')
  expect(from.map(({ address }) => address)).toEqual(['ann@a.example', 'eve@e.example', 'boss@b.example'])
  expect(fromHeaders).toBe(2)
  expect(problems).toEqual(['there are 2 from headers where there may be one'])
})

/** Each lesson: the text that is had, and the problems that are told. */
const LESSONS: readonly (readonly [name: string, text: string, problems: readonly string[]])[] = [
  [
    'no-headers',
    'hello there\nthis is all text\n',
    ['a header ends without an empty line', 'the message has no headers'],
  ],
  ['no-empty-line', 'hello there, no colon\nsecond line\n', ['a header ends without an empty line']],
  ['carriage-returns-alone', 'hello\nthere\n', ['the lines of the message end with CR alone']],
  ['nul-bytes', 'hello there\n', []],
  ['eight-bit-header', 'grüße “x”\n', []],
  [
    'broken-base64',
    'hellothere\n',
    ['the base64 of a part holds other characters: they were left out', 'the base64 of a part is cut short'],
  ],
  [
    'unknown-charset',
    'hello\n',
    ['a text is in a character set that is not known here: its letters were guessed'],
  ],
  [
    'no-boundary',
    'hello\n',
    ['a part names another boundary than the one that divides it: the latter was taken'],
  ],
  [
    'wrong-boundary',
    'hello\n',
    [
      'the message ends before its last part does',
      'a part names another boundary than the one that divides it: the latter was taken',
    ],
  ],
  [
    'unclosed-boundary',
    'hello\n',
    ['the message ends before its last part does', 'the base64 of a part is cut short'],
  ],
  ['encrypted', '', ['the message is encrypted: only its headers can be read']],
  ['flowed', 'One long line.\n> quoted too\n--\nsig\n', []],
  ['mbox-line', 'hello\n', []],
  ['winmail', 'Grüße aus winmail\n', []],
  ['winmail-broken', 'Grüße aus winmail\n', ['winmail.dat is broken: what stands before the break was read']],
]
test.each(LESSONS)(
  'parse yields what can be had of %s and says what cannot',
  async (name, text, problems) => {
    const message = await fixture(name)
    expect(message.text).toBe(text)
    expect(message.problems).toEqual(problems)
  },
)

test('parse reads letters of headers that are no UTF-8, within encoded words too', async () => {
  expect((await fixture('eight-bit-header')).subject).toBe('Größe')
  expect((await fixture('eight-bit-in-encoded-word')).subject).toBe('Größe')
})

test('parse reads names in pieces, in percent and in encoded words, and gives safe ones', async () => {
  const { attachments } = await fixture('rfc2231-names')
  expect(attachments.map(({ name, file }) => [name, file])).toEqual([
    ['Résumé €.pdf', 'Resume.pdf'],
    ['über.png', 'uber.png'],
    ['😀.png', 'attachment.png'],
  ])
})

test('parse gives hostile names of attachments names that no system reads anything into', async () => {
  const message = await fixture('hostile-names')
  expect(names(message)).toEqual([
    'etc-passwd.txt',
    'a-b.txt',
    'fdp.exe',
    'a-b-2.txt',
    `${'x'.repeat(96)}.pdf`,
    'A.txt',
    'a-2.txt',
    'a-3.txt',
    'a-4.txt',
    'file-CON.txt',
    'bashrc.txt',
    'rf.txt',
    'attachment.txt',
    'attachment-2.txt',
    'attachment-3.txt',
  ])
  expect(message.attachments.map(({ name }) => name).slice(0, 2)).toEqual(['../../etc/passwd', 'a b.txt'])
  expect(Object.values(message.files)).toHaveLength(15)
})

test('parse takes the last alternative that has text, marks what it hides and keeps no reference', async () => {
  const { text, body } = await fixture('alternatives')
  expect(text).toBe('seen says 20 EUR\n\n[hidden text begins]\nhidden says 30 EUR\n[hidden text ends]\n')
  expect(body).toMatchObject({ from: 'html', hidden: 1, remote: 1 })
})

test('parse takes the character set that HTML names itself where the part names none', async () => {
  const meta = '<meta http-equiv=Content-Type content="text/html; charset=koi8-r">'
  const html = Buffer.concat([
    Buffer.from(`Content-Type: text/html\n\n${meta}<p>`),
    Buffer.from([0xc4, 0xc1]),
  ])
  expect((await read(html)).text).toBe('да\n')
})

test('parse takes the text where the HTML beside it has none', async () => {
  const { text } = await read(
    multipart(['\n\nplain', 'Content-Type: text/html\n\n<img src=x>'], 'alternative'),
  )
  expect(text).toBe('plain\n')
})

test('parse keeps the message within a message as text, as a file and with its attachments', async () => {
  const message = await fixture('nested-message')
  expect(message.text).toContain('From: Cid <cid@c.example>\nSubject: inner\n\ninner text\n')
  expect(names(message)).toEqual(['fwd.eml', 'i.pdf'])
  expect(message.files['fwd.eml']).toMatch(/^From: Cid[\s\S]*--i--$/)
})

test('parse keeps a calendar beside the text', async () => {
  const message = await fixture('calendar')
  expect(message.text).toBe('Come at noon\n')
  expect(message.files['attachment.ics']).toContain('SUMMARY:Lunch')
})

test('parse keeps nothing of a part that lies on another machine', async () => {
  const message = await fixture('external-body')
  expect(message.body.remote).toBe(1)
  expect(message.attachments[0]).toMatchObject({
    file: null,
    problem: 'the message only says where it lies on another machine',
  })
  expect(message.text + JSON.stringify(message.attachments)).not.toContain('t.example')
})

test('parse takes the attachments and the text out of winmail.dat', async () => {
  const message = await fixture('winmail')
  expect(message.attachments.map(({ file, name, type }) => [file, name, type])).toEqual([
    ['Bericht-Marz.txt', 'Bericht März.txt', 'text/plain'],
    ['b.bin', 'b.bin', 'application/octet-stream'],
  ])
  expect(message.files['Bericht-Marz.txt']).toBe('the report')
})

test('parse keeps the header block as it came', async () => {
  const { raw } = await fixture('mbox-line')
  expect(raw.startsWith('From ann@a.example Mon')).toBe(true)
  expect(raw.endsWith('MIME-Version: 1.0\n\n')).toBe(true)
})

test('parse gives an empty message an empty result', async () => {
  for (const raw of ['', '\n', '\r', '\0']) {
    const message = await read(raw)
    expect(message.problems).toContain('the message has no headers')
    expect(message.text.trim()).toBe('')
  }
})

describe('caps of parse', () => {
  const says = async (raw: string): Promise<readonly string[]> => (await read(raw)).problems

  test('parse reads parts up to the cap and says that it left the rest out', async () => {
    const parts = (count: number): string => multipart(Array.from({ length: count }, () => '\nx'))
    expect(await says(parts(cap.PARTS - 1))).toEqual([])
    expect(await says(parts(cap.PARTS))).toEqual([
      `the message has over ${cap.PARTS} parts: the rest was left out`,
    ])
  })

  test('parse keeps attachments up to the cap and says that it left the rest out', async () => {
    const files = (count: number): string =>
      multipart(Array.from({ length: count }, () => 'Content-Type: image/gif\n\nx'))
    expect((await read(files(cap.ATTACHMENTS))).problems).toEqual([])
    const over = await read(files(cap.ATTACHMENTS + 1))
    expect(over.attachments).toHaveLength(cap.ATTACHMENTS)
    expect(over.problems).toEqual([
      `the message has over ${cap.ATTACHMENTS} attachments: the rest was left out`,
    ])
  })

  test('parse reads headers up to the cap of bytes and says that it left the rest out', async () => {
    const header = (bytes: number): string =>
      `Subject: x\nX-A: ${'y'.repeat(bytes - 17)}\nFrom: a@b.example\n\nbody\n`
    expect((await read(header(cap.HEADER_BYTES - 18))).from).toHaveLength(1)
    const over = await read(header(cap.HEADER_BYTES - 17))
    expect(over.from).toHaveLength(0)
    expect(over.problems).toEqual([`the headers have over ${cap.HEADER_BYTES} bytes: the rest was left out`])
    expect(over.text).toBe('body\n')
  })

  test('parse opens parts in each other up to the cap and says that it opened no further', async () => {
    const nested = (depth: number): string => {
      const open = Array.from(
        { length: depth - 1 },
        (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
      )
      const close = Array.from({ length: depth }, (_, at) => `--b${depth - 1 - at}--\n`)
      return letter(
        'Content-Type: multipart/mixed; boundary=b0\n',
        `${open.join('')}--b${depth - 1}\n\nin\n${close.join('')}`,
      )
    }
    expect(await says(nested(cap.MIME_DEPTH))).toEqual([])
    expect(await says(nested(cap.MIME_DEPTH + 1))).toContain(
      `parts lie over ${cap.MIME_DEPTH} deep in each other: the innermost were not opened`,
    )
  })

  test('parse opens messages in each other up to the cap and says that it opened no further', async () => {
    const nested = (depth: number): string =>
      `${'Subject: x\nContent-Type: message/rfc822\n\n'.repeat(depth)}Subject: in\n\ninnermost\n`
    expect(await says(nested(cap.NESTED_MESSAGES))).toEqual([])
    expect((await read(nested(cap.NESTED_MESSAGES))).text).toContain('innermost')
    const over = await read(nested(cap.NESTED_MESSAGES + 1))
    expect(over.problems).toEqual([
      `messages lie over ${cap.NESTED_MESSAGES} deep in each other: the innermost were not opened`,
    ])
    expect(over.text).not.toContain('innermost')
  })

  test('parse lists addresses and references up to their caps and says what it left out', async () => {
    const addresses = (count: number): string => `To: ${'a@b.example, '.repeat(count)}\n\nx\n`
    expect((await read(addresses(cap.ADDRESSES))).problems).toEqual([])
    expect((await read(addresses(cap.ADDRESSES + 1))).problems).toEqual([
      `a header lists over ${cap.ADDRESSES} addresses: the rest was left out`,
    ])
    const references = (count: number): string =>
      `References: ${Array.from({ length: count }, (_, at) => `<${at}@a>`).join(' ')}\n\nx\n`
    expect((await read(references(cap.REFERENCES))).references).toHaveLength(cap.REFERENCES)
    const over = await read(references(cap.REFERENCES + 1))
    expect(over.references.at(0)).toBe('1@a')
    expect(over.problems).toEqual([
      `a message refers to over ${cap.REFERENCES} others: only the last were kept`,
    ])
  })

  test('parse keeps attachments up to the cap of bytes and says which it left out', async () => {
    const file = (bytes: number): Buffer =>
      Buffer.concat([Buffer.from('Content-Type: image/gif\n\n'), Buffer.alloc(bytes, 'x')])
    const kept = await parseMessage(file(cap.ATTACHED_BYTES))
    expect(kept.envelope.attachments[0]?.problem).toBeNull()
    const over = await parseMessage(file(cap.ATTACHED_BYTES + 1))
    expect(over.files.size).toBe(0)
    expect(over.envelope.attachments[0]).toMatchObject({ file: null, bytes: cap.ATTACHED_BYTES + 1 })
    expect(over.envelope.problems).toEqual([
      `the attachments of the message have over ${cap.ATTACHED_BYTES} bytes: it was left out`,
    ])
  })

  test('parse keeps an envelope within its bytes by leaving the ends of long lists out', async () => {
    const many = (header: string): string =>
      `${header}: ${Array.from({ length: cap.ADDRESSES }, (_, at) => `"${'n'.repeat(150)}" <${'a'.repeat(100)}${at}@b.example>`).join(', ')}\n`
    const message = await read(`${many('To')}${many('Cc')}${many('Bcc')}From: a@b.example\n\nx\n`)
    expect(Buffer.byteLength(JSON.stringify(ParsedMessage.parse(shape(message))))).toBeLessThan(
      cap.ENVELOPE_BYTES,
    )
    expect(message.from).toHaveLength(1)
  })
})

const shape = ({ text: _text, raw: _raw, files: _files, ...envelope }: Read): unknown => envelope
