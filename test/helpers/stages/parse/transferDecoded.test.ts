// Transfer encodings of mail, whole, broken and made up.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferDecoded } from '../../../../helpers/stages/parse/transferDecoded.ts'
import { problemList } from '../../../../helpers/seenText/problems.ts'

const read = (text: string, encoding: string) => {
  const problems = problemList()
  return {
    text: transferDecoded(Buffer.from(text), encoding, problems).toString(),
    problems: problems.list(),
  }
}
const CUT = 'the base64 of a part is cut short'
const FOREIGN = 'the base64 of a part holds other characters: they were left out'

test.each([
  ['base64', 'aGVs\r\nbG8=', 'hello', []],
  ['BASE64', 'aA==\naA==\n', 'hh', []],
  ['base64', 'aGVsbG8', 'hello', [CUT]],
  ['base64', 'aGVsbG8h', 'hello!', []],
  ['base64', 'aGVsbG8hQ', 'hello!', [CUT]],
  ['base64', 'aG*Vs', 'hel', [FOREIGN]],
  ['base64', '', '', []],
  ['quoted-printable', 'a=3D=C3=A9 =\r\nb=\nc', 'a=é bc', []],
  ['quoted-printable', 'a=ZZ =4', 'a=ZZ =4', []],
  ['quoted-printable', 'a=', 'a', []],
  ['quoted-printable', 'a= \t\r\nb', 'ab', []],
  ['x-uuencode', 'begin 644 a\n%:&5L;&\\\n`\nend\n', 'hello', []],
  ['x-uuencode', 'nothing', 'nothing', ['a uuencoded part has no beginning: it is as it was sent']],
  ['8bit', 'as it is', 'as it is', []],
  ['', 'as it is', 'as it is', []],
  [
    'x-new',
    'as it is',
    'as it is',
    ['a part has a transfer encoding that is not known here: it is as it was sent'],
  ],
])('transferDecoded reads %s: %j', (encoding, text, ...told) => {
  const { text: decoded, problems } = read(text, encoding)
  expect([decoded, problems]).toEqual(told)
})

test('transferDecoded gives back what the platform encodes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      const lines = Buffer.from(bytes).toString('base64').replace(/.{19}/g, '$&\r\n')
      expect(transferDecoded(Buffer.from(lines), 'base64', problemList())).toEqual(Buffer.from(bytes))
    }),
  )
})
