// The stage itself, unconfined: what it writes for a message, and what it refuses.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from '../../../../helpers/stages/parse/parse.ts'
import * as cap from '../../../../protocol/limits.ts'
import { ParsedMessage } from '../../../../protocol/message.ts'
import { inFolders } from './inFolders.ts'
import { multipart } from './parseHere.ts'

const run = (prepare: (raw: string) => void) =>
  inFolders(parse, { inputs: ['raw'], outputs: ['message'] }, ({ raw = '' }) => prepare(raw))

test('parse writes the envelope, the text, the headers as they came and the attachments', async () => {
  const mail = multipart(['\nhello', 'Content-Type: image/gif; name="../a b.gif"\n\nGIF'])
  const { result, outputs } = await run(raw => writeFileSync(join(raw, 'raw.eml'), mail))
  expect(result).toEqual({ ok: true, value: [] })
  const message = outputs.message ?? ''
  expect(readdirSync(message).sort()).toEqual(['attachments', 'body.txt', 'envelope.json', 'headers.txt'])
  expect(readdirSync(join(message, 'attachments'))).toEqual(['a-b.gif'])
  expect(readFileSync(join(message, 'attachments', 'a-b.gif'), 'utf8')).toBe('GIF')
  expect(readFileSync(join(message, 'body.txt'), 'utf8')).toBe('hello\n')
  expect(mail.startsWith(readFileSync(join(message, 'headers.txt'), 'utf8'))).toBe(true)
  const envelope = ParsedMessage.parse(JSON.parse(readFileSync(join(message, 'envelope.json'), 'utf8')))
  expect(envelope.attachments).toEqual([
    { file: 'a-b.gif', name: '../a b.gif', type: 'image/gif', bytes: 3, inline: false, problem: null },
  ])
})

test('parse makes no folder of attachments where there are none', async () => {
  const { outputs } = await run(raw => writeFileSync(join(raw, 'raw.eml'), 'Subject: x\n\nhello\n'))
  expect(readdirSync(outputs.message ?? '').sort()).toEqual(['body.txt', 'envelope.json', 'headers.txt'])
})

test('parse reads a message of the cap and refuses one a byte longer', async () => {
  const sized = (bytes: number) =>
    run(raw => {
      writeFileSync(join(raw, 'raw.eml'), 'Content-Type: image/gif\n\n')
      truncateSync(join(raw, 'raw.eml'), bytes)
    })
  const exact = await sized(cap.MESSAGE_BYTES)
  expect(exact.result.ok).toBe(true)
  const over = await sized(cap.MESSAGE_BYTES + 1)
  expect(over.result).toMatchObject({ ok: false, refusal: { code: 'over-limit' } })
  expect(readdirSync(over.outputs.message ?? '')).toEqual([])
})

test.each<[string, (raw: string) => void]>([
  ['no file', () => undefined],
  ['a folder', raw => mkdirSync(join(raw, 'raw.eml'))],
  ['a link', raw => symlinkSync('/etc/hostname', join(raw, 'raw.eml'))],
])('parse refuses %s in place of the message', async (_, prepare) => {
  const { result, outputs } = await run(prepare)
  expect(result).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
  expect(readdirSync(outputs.message ?? '')).toEqual([])
})

test('parse refuses to run without its ports', async () => {
  const { result } = await inFolders(parse, { inputs: [], outputs: ['message'] }, () => undefined)
  expect(result).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
})
