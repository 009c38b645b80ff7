// Messages made to cost time or memory, by name: each as large as its idea needs, up to the cap of a message. Relies on
// limits.ts for the sizes; each is made anew, since all at once would not fit.
import { MESSAGE_BYTES } from '../../../../protocol/limits.ts'

const HUNDRED = 100_000_000
const head = (type: string, more = ''): string =>
  `From: a@b.example\nSubject: kanari\nMIME-Version: 1.0\n${more}Content-Type: ${type}\n\n`
const html = (body: string): Buffer => Buffer.from(head('text/html; charset=utf-8') + body)
const filled = (start: string, filling: string, bytes: number): Buffer => {
  const body = Buffer.alloc(bytes, filling)
  return Buffer.concat([Buffer.from(start), body])
}
const nestedParts = (depth: number): Buffer => {
  const open = Array.from(
    { length: depth },
    (_, at) => `--b${at}\nContent-Type: multipart/mixed; boundary=b${at + 1}\n\n`,
  )
  return Buffer.from(`${head('multipart/mixed; boundary=b0')}${open.join('')}--b${depth}\n\ninnermost\n`)
}
const nestedMessages = (depth: number): Buffer =>
  Buffer.from(`${'Subject: x\nContent-Type: message/rfc822\n\n'.repeat(depth)}Subject: in\n\ninnermost\n`)
const part = '--b\nContent-Type: text/plain\n\nx\n'

export const BOMBS: Readonly<Record<string, () => Buffer>> = {
  'a hundred megabytes of one line': () => filled(head('text/plain'), 'x', HUNDRED),
  'the largest message, of line breaks alone': () => Buffer.alloc(MESSAGE_BYTES, '\n'),
  'a hundred megabytes of dashes at line starts': () =>
    filled(head('multipart/mixed; boundary=b'), '--\n', HUNDRED),
  'a hundred megabytes of almost boundaries': () =>
    filled(head(`multipart/mixed; boundary="${'b'.repeat(60)}"`), `--${'b'.repeat(59)}c\n`, HUNDRED),
  'a hundred megabytes of base64': () =>
    filled(head('application/pdf', 'Content-Transfer-Encoding: base64\n'), `${'QUJD'.repeat(19)}\n`, HUNDRED),
  'a hundred megabytes of padded base64': () =>
    filled(head('application/pdf', 'Content-Transfer-Encoding: base64\n'), 'QQ==\n', HUNDRED),
  'a hundred megabytes of quoted-printable': () =>
    filled(
      head('text/plain; charset=utf-8', 'Content-Transfer-Encoding: quoted-printable\n'),
      '=C3=A9=\n',
      HUNDRED,
    ),
  'a hundred megabytes of HTML': () => filled(head('text/html'), '<p>Hello <b>there</b></p>\n', HUNDRED),
  'ten thousand parts': () =>
    Buffer.from(`${head('multipart/mixed; boundary=b')}${part.repeat(10_000)}--b--\n`),
  'ten thousand attachments of one name': () =>
    Buffer.from(
      `${head('multipart/mixed; boundary=b')}${'--b\nContent-Disposition: attachment; filename=a.txt\n\nx\n'.repeat(10_000)}`,
    ),
  'three million parts': () => filled(head('multipart/mixed; boundary=b'), part, part.length * 3_000_000),
  'a million headers': () => Buffer.from(`${'X-A: b\n'.repeat(1_000_000)}From: a@b.example\n\nbody\n`),
  'a header of ten megabytes': () =>
    Buffer.from(`From: a@b.example\nSubject: ${'=?utf-8?q?x?= '.repeat(700_000)}\n\nbody\n`),
  'a hundred thousand recipients': () => Buffer.from(`To: ${'a <a@b.example>, '.repeat(60_000)}\n\nbody\n`),
  'brackets in an address header': () => Buffer.from(`From: ${'<('.repeat(500_000)}\n\nbody\n`),
  'groups in an address header': () => Buffer.from(`From: ${'a:'.repeat(500_000)}\n\nbody\n`),
  'parts in each other, thousands deep': () => nestedParts(20_000),
  'messages in each other, thousands deep': () => nestedMessages(20_000),
  'elements in each other, a million deep': () => html('<div>'.repeat(1_000_000)),
  'a million closing tags': () => html('</p>'.repeat(1_000_000)),
  'a million unclosed links': () => html('<a href=x>'.repeat(500_000)),
  'a tag with a million attributes': () => html(`<p ${'a=b '.repeat(1_000_000)}>x</p>`),
  'an unclosed comment of megabytes': () => html(`<!--${'<!-- '.repeat(1_000_000)}`),
  'a style of thousands of rules': () =>
    html(
      `<style>${'* * * * .a .b{color:red}'.repeat(100_000)}</style>${'<p class="a"><i class=b>x</i></p>'.repeat(50_000)}`,
    ),
  'a style of unclosed braces': () => html(`<style>${'@media x {'.repeat(200_000)}</style>x`),
  'a style attribute of megabytes': () => html(`<p style="${'color:red;'.repeat(500_000)}">x</p>`),
  'marks on one letter': () =>
    Buffer.from(`${head('text/plain; charset=utf-8')}a${'\u0301'.repeat(2_000_000)}`),
  'words in tag characters': () =>
    Buffer.from(`${head('text/plain; charset=utf-8')}${'\u{E0041}'.repeat(1_000_000)}`),
  'brackets like a mark of hidden text': () =>
    Buffer.from(`${head('text/plain')}${'[hidden '.repeat(1_000_000)}`),
  'a winmail.dat of lengths': () => {
    const tnef = Buffer.alloc(1_000_000, 0x02)
    tnef.writeUInt32LE(0x223e9f78, 0)
    return Buffer.concat([
      Buffer.from(head('application/ms-tnef', 'Content-Transfer-Encoding: binary\n')),
      tnef,
    ])
  },
  'a winmail.dat of properties': () => {
    const properties = Buffer.alloc(50_000_000)
    properties.writeUInt32LE(0xffffffff, 0)
    const attribute = Buffer.alloc(9)
    attribute.writeUInt8(1, 0)
    attribute.writeUInt32LE(0x00069003, 1)
    attribute.writeUInt32LE(properties.length, 5)
    const start = Buffer.alloc(6)
    start.writeUInt32LE(0x223e9f78, 0)
    const type = head('application/ms-tnef', 'Content-Transfer-Encoding: binary\n')
    return Buffer.concat([Buffer.from(type), start, attribute, properties])
  },
}

/** Those that take seconds on a slow machine: for test/corpus/run.mjs. */
export const SLOW: ReadonlySet<string> = new Set([
  'a hundred megabytes of dashes at line starts',
  'a hundred megabytes of HTML',
  'a million closing tags',
  'a million unclosed links',
  'groups in an address header',
])
