// winmail.dat, whole and broken in every way.
import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mapiProperties } from '../../../../helpers/stages/parse/mapiProperties.ts'
import { readTnef } from '../../../../helpers/stages/parse/readTnef.ts'
import { transferDecoded } from '../../../../helpers/stages/parse/transferDecoded.ts'
import { problemList } from '../../../../helpers/seenText/problems.ts'

const mail = readFileSync(join(import.meta.dirname, '../../../fixtures/mail/winmail.eml'), 'latin1')
const encoded = /base64\n\n([\s\S]*?)--a--/.exec(mail)?.[1] ?? ''
const WINMAIL = transferDecoded(Buffer.from(encoded), 'base64', problemList())

const read = (bytes: Buffer) => {
  const files: { name: string; bytes: Uint8Array }[] = []
  const problems = problemList()
  const bodies = readTnef(bytes, { problems, attach: file => files.push(file), dropRemote: () => undefined })
  return { bodies, files, problems: problems.list() }
}

test('readTnef reads the file that it is tested with', () => {
  const { bodies, files, problems } = read(WINMAIL)
  expect(bodies?.map(({ text }) => text)).toEqual(['Grüße aus winmail'])
  expect(files.map(({ name }) => name)).toEqual(['Bericht März.txt', 'b.bin'])
  expect(problems).toEqual([])
})

test('readTnef takes nothing else for such a file', () => {
  for (const bytes of ['', 'x', 'hello there']) expect(read(Buffer.from(bytes)).bodies).toBeUndefined()
})

test('readTnef cut anywhere never throws and never gives more than it has', () => {
  for (let length = 0; length < WINMAIL.length; length++) {
    const { files } = read(WINMAIL.subarray(0, length))
    expect(files.length).toBeLessThanOrEqual(2)
    for (const { bytes } of files) expect(bytes.length).toBeLessThanOrEqual(WINMAIL.length)
  }
})

test('readTnef with any bytes changed never throws', () => {
  const changes = fc.array(fc.tuple(fc.nat(WINMAIL.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(changes, list => {
      const bytes = Buffer.from(WINMAIL)
      for (const [at, value] of list) bytes[at] = value
      const { files } = read(bytes)
      for (const file of files) expect(file.bytes.length).toBeLessThanOrEqual(WINMAIL.length)
    }),
  )
})

test('mapiProperties reads any bytes to an end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      for (const { bytes: value } of mapiProperties(Buffer.from(bytes)).values())
        expect(value.length).toBeLessThanOrEqual(bytes.length)
    }),
  )
})
