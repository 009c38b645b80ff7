// The view that stages read: what it shows, what it hides, which modes it has.
import { existsSync, readdirSync, readFileSync, statSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeOutput, mint, writeRecords, writeView } from '../../../daemon/brief/view.ts'
import { readView } from '../../../helpers/view.ts'
import { ViewEnvelope } from '../../../protocol/envelope.ts'
import { parseHandle } from '../../../protocol/handle.ts'
import { cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

test('mint gives every envelope a fresh handle and parts what a view shows from the rest', () => {
  const envelopes = Array.from({ length: 200 }, (_, number) => cannedEnvelope(number))
  const messages = mint(envelopes)
  const handles = new Set([...messages, ...mint(envelopes)].map(message => message.handle))
  expect(handles.size).toBe(400)
  expect([...handles].every(handle => parseHandle(handle) === handle)).toBe(true)
  for (const [index, { view, routing }] of messages.entries())
    expect({ ...view, ...routing }).toEqual(envelopes[index])
})

test('writeView shows no Message-ID, account or mailbox in any file', () => {
  const run = temporaryFolder()
  const messages = mint([cannedEnvelope(1), cannedEnvelope(2)])
  const { mail, manifest } = writeView(run, 'mail', messages)
  const shown = messages.map(({ handle }) => readFileSync(join(mail, handle, 'envelope.json'), 'utf8'))
  for (const text of shown) {
    expect(ViewEnvelope.safeParse(JSON.parse(text)).success).toBe(true)
    for (const hidden of ['INBOX', 'Work', '<m1@', 'messageId', 'mailbox', 'account', 'noLink'])
      expect(text).not.toContain(hidden)
  }
  expect(readView(mail, manifest)).toEqual({
    ok: true,
    value: messages.map(({ handle, view }) => ({ handle, envelope: view })),
  })
})

test('writeView sets the modes that say what is meant', () => {
  const run = temporaryFolder()
  const [message] = mint([cannedEnvelope(1)])
  const { mail, manifest } = writeView(run, 'unscored', message ? [message] : [])
  const mode = (path: string) => statSync(path).mode & 0o777
  expect(mode(mail)).toBe(0o111)
  expect(mode(join(mail, message?.handle ?? ''))).toBe(0o555)
  expect(mode(join(mail, message?.handle ?? '', 'envelope.json'))).toBe(0o444)
  expect(manifest).toBe(join(run, 'unscored.manifest'))
  chmodSync(mail, 0o700)
})

test('writeView of no message is an empty view', () => {
  const { mail, manifest } = writeView(temporaryFolder(), 'mail', [])
  expect(readView(mail, manifest)).toEqual({ ok: true, value: [] })
  chmodSync(mail, 0o700)
  expect(readdirSync(mail)).toEqual([])
})

test('writeRecords names each record by its handle and writes nothing twice', () => {
  const run = temporaryFolder()
  const messages = mint([cannedEnvelope(1), cannedEnvelope(2)])
  const folder = writeRecords(
    run,
    'routing',
    messages.map(({ handle, routing }) => [handle, routing] as const),
  )
  expect(readdirSync(folder).sort()).toEqual(messages.map(({ handle }) => `${handle}.json`).sort())
  expect(() => writeRecords(run, 'routing', [])).toThrow('EEXIST')
  expect(existsSync(makeOutput(run, 'kept'))).toBe(true)
})
