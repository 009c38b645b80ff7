// The folders of a Maildir: both layouts, links, names that clash, and names of any bytes.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../../helpers/adapters/adapter.ts'
import { COLLECTIONS, FOLDER_DEPTH } from '../../../../protocol/limits.ts'
import { list, makeMailbox, openBox, put } from './mailbox.ts'

const collections = (adapter: Adapter) =>
  list(adapter)
    .messages.map(one => one.collection)
    .sort()

describe('the folders of a Maildir', () => {
  test('a maildir++ is found with its root as INBOX and a slash for each dot', () => {
    const box = makeMailbox(['', '.Sent', '.Archive.2025', '.Entw&APw-rfe'])
    for (const path of ['', '.Sent/', '.Archive.2025/', '.Entw&APw-rfe/']) put(box, `${path}cur/1.a.h:2,`)
    const adapter = openBox(box)
    expect(adapter.about).toBe('a maildir++')
    expect(collections(adapter)).toEqual(['Archive/2025', 'Entwürfe', 'INBOX', 'Sent'])
  })

  test('plain nested folders are found where the root holds no messages', () => {
    const box = makeMailbox(['INBOX', 'Lists/devel', 'Lists/.deep'])
    mkdirSync(join(box.root, 'notes'))
    writeFileSync(join(box.root, '.mbsyncstate'), '')
    for (const path of ['INBOX', 'Lists/devel', 'Lists/.deep']) put(box, `${path}/new/1.a.h`)
    const adapter = openBox(box)
    expect(adapter.about).toBe('plain nested folders')
    expect(collections(adapter)).toEqual(['INBOX', 'Lists/deep', 'Lists/devel'])
  })

  test('a folder without a Maildir in it is refused', () => {
    expect(() => openBox(makeMailbox([]))).toThrow('holds no Maildir')
  })

  test('a folder that is a symbolic link is not followed, and is told of', () => {
    const other = makeMailbox([''])
    put(other, 'cur/secret:2,')
    const box = makeMailbox([''])
    symlinkSync(other.root, join(box.root, '.Linked'))
    const { messages, problems } = list(openBox(box))
    expect(messages).toEqual([])
    expect(problems).toEqual(['1 folder is a symbolic link and was not followed'])
  })

  test('two folders that would have one name are told of, and one of them is listed', () => {
    const box = makeMailbox(['', '.INBOX'])
    put(box, 'cur/1.a.h:2,')
    put(box, '.INBOX/cur/2.a.h:2,')
    const { messages, problems } = list(openBox(box))
    expect(messages).toHaveLength(1)
    expect(problems).toEqual([expect.stringContaining('1 folder has a name that another one has')])
  })

  test('a folder at the depth of the cap is listed and one below it is told of', () => {
    const deepest = Array.from({ length: FOLDER_DEPTH }, (_, at) => `d${at}`).join('/')
    const box = makeMailbox(['INBOX', deepest, `${deepest}/below`])
    put(box, `${deepest}/cur/1.a.h:2,`)
    put(box, `${deepest}/below/cur/2.a.h:2,`)
    const { messages, problems } = list(openBox(box))
    expect(messages.map(one => one.collection)).toEqual([deepest])
    expect(problems).toHaveLength(1)
  })

  test('as many folders as the cap are listed and one more is told of', () => {
    const box = makeMailbox([''])
    for (let at = 1; at < COLLECTIONS; at++) mkdirSync(join(box.root, `.f${at}`, 'cur'), { recursive: true })
    expect(list(openBox(box)).problems).toEqual([])
    mkdirSync(join(box.root, '.more/cur'), { recursive: true })
    expect(list(openBox(box)).problems).toEqual([
      expect.stringMatching(/^1 folder has a name .* or is one too many/),
    ])
  })

  test('folders with names of any bytes are listed under names that nothing obeys', () => {
    const box = makeMailbox([''])
    for (const name of ['.a\nb', '.\u202Egnp', '.caf\u00e9'])
      for (const inner of ['cur', 'new', 'tmp']) mkdirSync(join(box.root, name, inner), { recursive: true })
    mkdirSync(Buffer.concat([Buffer.from(`${box.root}/.x`), Buffer.from([0xff]), Buffer.from('/cur')]), {
      recursive: true,
    })
    for (const name of ['.a\nb', '.\u202Egnp', '.caf\u00e9']) put(box, `${name}/cur/1.a.h:2,`)
    writeFileSync(
      Buffer.concat([Buffer.from(`${box.root}/.x`), Buffer.from([0xff]), Buffer.from('/cur/1.a.h:2,')]),
      '',
    )
    expect(collections(openBox(box))).toEqual(['%e2%80%aegnp', 'a%0ab', 'café', 'x%ff'])
  })
})
