// Property lists, XML and binary, well-formed and hostile: a value or nothing, never an error, never for long.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { build, buildBinary, parse, type PlistValue } from 'plist'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { archivedMember, archivedTexts } from '../../../helpers/mail/archived.ts'
import { pathKey, readMailboxBits } from '../../../helpers/mail/mailboxBits.ts'
import { member, parsePropertyList } from '../../../helpers/mail/propertyList.ts'
import {
  CACHE_DEPTH,
  CACHE_NODES,
  PLIST_BYTES,
  PLIST_DEPTH,
  PLIST_OBJECTS,
} from '../../../protocol/limits.ts'
import { binaryList, type ListValue } from '../../../demo/store/binaryList.ts'
import { generatedSummary, keyedArchive } from '../../../demo/store/keyedArchive.ts'
import { HOSTILE_FILES, HOSTILE_PLISTS, replaceFile } from '../../fixtures/hostilePlists.ts'
import { removeTemporary, temporary } from './access.ts'

// The process closes its console before it reads anything; here what the library prints would only be noise.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(() => {
  vi.restoreAllMocks()
  removeTemporary()
})
const TREE = {
  mboxes: {
    Sent: { MailboxPathComponent: 'Sent', IMAPMailboxAttributes: 0x8040, IMAPMailboxChildren: {} },
    '[Gmail]': {
      MailboxPathComponent: '[Gmail]',
      IMAPMailboxChildren: { Spam: { IMAPMailboxAttributes: 0x4000 } },
    },
  },
}
function cacheOf(content: string | Buffer): string {
  const path = join(temporary(), '.mboxCache.plist')
  writeFileSync(path, content)
  return path
}

describe('parsePropertyList', () => {
  it('reads the same tree from XML and from the binary form', () => {
    const xml = parsePropertyList(Buffer.from(build(TREE)))
    const binary = parsePropertyList(Buffer.from(buildBinary(TREE)))
    expect(member(member(member(xml, 'mboxes'), 'Sent'), 'IMAPMailboxAttributes')).toBe(0x8040)
    expect(binary).toEqual(xml)
  })
  it('reads long texts, large numbers and empty containers of the binary form', () => {
    const value = { text: 'x'.repeat(70_000), number: 2 ** 40, list: [[], {}, ['a', 'a']], sentence: 'ä😀' }
    expect(parsePropertyList(Buffer.from(buildBinary(value)))).toEqual(value)
  })
  it('reads as many objects as the cap and nothing of one more', () => {
    const objects = (amount: number) =>
      parsePropertyList(Buffer.from(binaryList(Array.from({ length: amount - 1 }, () => 1))))
    expect(objects(PLIST_OBJECTS)).toHaveLength(PLIST_OBJECTS - 1)
    expect(objects(PLIST_OBJECTS + 1)).toBeUndefined()
  })
  it('reads objects nested to the cap and nothing that goes one deeper', () => {
    const nested = (depth: number): ListValue => (depth === 1 ? 'end' : [nested(depth - 1)])
    const read = (depth: number) => parsePropertyList(Buffer.from(binaryList(nested(depth))))
    expect(read(PLIST_DEPTH)).toEqual(nested(PLIST_DEPTH))
    expect(read(PLIST_DEPTH + 1)).toBeUndefined()
  })
  it('reads back every tree that was written as XML', () => {
    const { tree } = fc.letrec(tie => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        // The reader takes NEL and LINE SEPARATOR for line ends, as XML 1.1 does.
        fc.string({ unit: 'grapheme-composite' }).map(text => text.replace(/[\u0085\u2028]/g, '')),
        fc.constantFrom('<&>"\'', ']]>', '&amp;lt;', ' a ', '\n', '<!ENTITY a "b">', '<a xmlns="b">'),
        fc.integer(),
        fc.boolean(),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('a', 'ä 😀', 'constructor'), tie('tree'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b & c', 'toString'), tree, { maxKeys: 3 }), value => {
        const xml = build(value as PlistValue)
        expect(JSON.stringify(parsePropertyList(Buffer.from(xml)))).toBe(JSON.stringify(value))
      }),
    )
  })
  it('reads comments, declarations, empty tags and character numbers', () => {
    const list = (body: string) =>
      parsePropertyList(
        Buffer.from(
          `\ufeff<?xml version="1.0"?>\n<!-- a --><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">${body}</plist>\n`,
        ),
      )
    expect(list('<string>a<!-- b -->c</string>')).toBe('ac')
    expect(list('<string>&#65;&#x1F600;&lt;</string>')).toBe('A😀<')
    expect(list('<array><true/><false></false><string/><real>1.5</real></array>')).toEqual([
      true,
      false,
      '',
      1.5,
    ])
    expect(list('<dict><key/><dict/><key>k</key><array/></dict>')).toEqual({ '': {}, k: [] })
  })
  it('refuses what the library would take and no list of Apple’s has', () => {
    for (const text of [
      '<!DOCTYPE plist [<!ENTITY a "b">]><plist><string>c</string></plist>',
      '<!DOCTYPE plist PUBLIC "a" ">" [<!ENTITY a SYSTEM "file:///etc/passwd">]><plist><string>c</string></plist>',
      '<!DOCTYPE plist [ ]><plist><string>c</string></plist>',
      '<plist xmlns:a="b"><string>c</string></plist>',
      '<plist\nxmlns="b"><string>c</string></plist>',
      '<plist><string><![CDATA[<a]]></string></plist>',
      '<plist><!-- <key> --><string>c</string></plist>',
      '{ a = b; }',
      ' ( a )',
    ]) {
      expect(parse(text), text).toBeTruthy()
      expect(parsePropertyList(Buffer.from(text, 'latin1')), text).toBeUndefined()
    }
  })
  it.each([
    ['a < after a <', '<'],
    ['tags within tags', '<x'],
    ['tags that end and go on', '<a/ '],
    ['namespaces', '<array xmlns:a="b">'],
    ['entities', '<!ENTITY a "b">'],
  ])('refuses %s up to the cap before the library parses them', (_, part) => {
    const text = `<plist>${part.repeat(Math.floor(PLIST_BYTES / part.length))}</plist>`
    const before = vi.mocked(console.error).mock.calls.length
    expect(parsePropertyList(Buffer.from(text))).toBeUndefined()
    expect(console.error).toHaveBeenCalledTimes(before)
    // The control: what the library is given and cannot read, it complains of.
    expect(parsePropertyList(Buffer.from('<plist><a></b>'))).toBeUndefined()
    expect(vi.mocked(console.error).mock.calls.length).toBeGreaterThan(before)
  })
  it('finds nothing in a text that is cut, not closed, nested without end or of unknown tags', () => {
    for (const body of [
      '<plist>',
      '<plist><string>a</plist>',
      '<plist><dict><string>a</string></dict></plist>',
      '<plist><array></dict></plist>',
      '<plist><what/></plist>',
      '<plist><dict><key>__proto__</key><dict/></dict></plist>',
      `<plist>${'<array>'.repeat(50_000)}${'</array>'.repeat(50_000)}</plist>`,
    ])
      expect([undefined, []], body.slice(0, 60)).toContainEqual(parsePropertyList(Buffer.from(body)))
  })
  it.each(Object.keys(HOSTILE_PLISTS))('returns from %s without an error', name => {
    const content = HOSTILE_PLISTS[name as keyof typeof HOSTILE_PLISTS]()
    const { bits } = readMailboxBits(cacheOf(content))
    expect([...bits.values()].every(Number.isFinite)).toBe(true)
    expect(Object.prototype).not.toHaveProperty('MailboxPathComponent')
  })
  it('finds nothing under a key of the prototype', () => {
    for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(member({}, key)).toBeUndefined()
    expect(member(null, 'a')).toBeUndefined()
    expect(member('abc', 'length')).toBeUndefined()
  })
})

describe('readMailboxBits', () => {
  it('flattens the tree to paths', () => {
    const { bits } = readMailboxBits(cacheOf(build(TREE)))
    expect([...bits]).toEqual([
      [pathKey(['Sent']), 0x8040],
      [pathKey(['[Gmail]', 'Spam']), 0x4000],
    ])
  })
  it('finds a name in either Unicode form', () => {
    const tree = { mboxes: { 'E\u0301': { IMAPMailboxAttributes: 0x8000 } } }
    expect(readMailboxBits(cacheOf(build(tree))).bits.get(pathKey(['É']))).toBe(0x8000)
  })
  it('tells nothing of a file that is absent, linked, a directory or a FIFO', () => {
    expect(readMailboxBits(join(temporary(), 'absent'))).toEqual({ bits: new Map(), whole: true })
    for (const make of Object.values(HOSTILE_FILES)) {
      const path = cacheOf('')
      replaceFile(path, make)
      expect(readMailboxBits(path)).toEqual({ bits: new Map(), whole: false })
    }
  })
  it('reads as many mailboxes as the cap and tells of one more', () => {
    const node = (at: number) =>
      `<key>${at}</key><dict><key>IMAPMailboxAttributes</key><integer>1</integer></dict>`
    const read = (amount: number) => {
      const nodes = Array.from({ length: amount }, (_, at) => node(at)).join('')
      return readMailboxBits(cacheOf(`<plist><dict><key>mboxes</key><dict>${nodes}</dict></dict></plist>`))
    }
    expect(read(CACHE_NODES)).toMatchObject({ bits: { size: CACHE_NODES }, whole: true })
    expect(read(CACHE_NODES + 1)).toMatchObject({ bits: { size: CACHE_NODES }, whole: false })
  })
  it('reads mailboxes nested to the cap and tells of one deeper', () => {
    const nested = (depth: number): PlistValue => ({
      Box: { IMAPMailboxAttributes: 1, IMAPMailboxChildren: depth === 1 ? {} : nested(depth - 1) },
    })
    const read = (depth: number) => readMailboxBits(cacheOf(build({ mboxes: nested(depth) })))
    expect(read(CACHE_DEPTH)).toMatchObject({ bits: { size: CACHE_DEPTH }, whole: true })
    expect(read(CACHE_DEPTH + 1)).toMatchObject({ bits: { size: CACHE_DEPTH }, whole: false })
  })
  it('tells a damaged list from one that is whole', () => {
    expect(readMailboxBits(cacheOf('noise')).whole).toBe(false)
    expect(readMailboxBits(cacheOf(build(TREE))).whole).toBe(true)
  })
  it('reads a file at the cap and none past it', () => {
    const xml = build(TREE)
    expect(readMailboxBits(cacheOf(xml.padEnd(PLIST_BYTES)))).toMatchObject({
      bits: { size: 2 },
      whole: true,
    })
    expect(readMailboxBits(cacheOf(xml.padEnd(PLIST_BYTES + 1)))).toMatchObject({
      bits: { size: 0 },
      whole: false,
    })
  })
})

describe('archivedTexts', () => {
  it('reads the strings of an archive and nothing of anything else', () => {
    expect(archivedTexts(Buffer.from(keyedArchive('ann@x.test')))).toContain('ann@x.test')
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('bplist00'),
      Buffer.from('text'),
      Buffer.from(buildBinary({ a: 1 })),
    ])
      expect(archivedTexts(bytes)).toEqual([])
  })
})

describe('archivedMember', () => {
  const archive = (objects: unknown[]) =>
    Buffer.from(
      buildBinary({
        $archiver: 'NSKeyedArchiver',
        $version: 100_000,
        $top: { root: { UID: 1 } },
        $objects: objects as string[],
      }),
    )
  it('reads the parts of a generated summary', () => {
    const summary = Buffer.from(generatedSummary('The top line', 'The synopsis'))
    expect(archivedMember(summary, ['EFPropertyKey_synopsis'])).toBe('The synopsis')
    expect(archivedMember(summary, ['nothing', 'EFPropertyKey_topLine'])).toBe('The top line')
  })
  it('follows references to a string and to an attributed string', () => {
    const plain = archive(['$null', { topLine: { UID: 2 } }, 'A line'])
    expect(archivedMember(plain, ['synopsis', 'topLine'])).toBe('A line')
    const attributed = archive(['$null', { synopsis: { UID: 2 } }, { NSString: { UID: 3 } }, 'Text'])
    expect(archivedMember(attributed, ['synopsis', 'topLine'])).toBe('Text')
  })
  it('finds nothing where a reference leads nowhere, to itself or to no text', () => {
    for (const objects of [
      ['$null', { synopsis: { UID: 99 } }],
      ['$null', { synopsis: { UID: 1 } }],
      ['$null', { synopsis: { UID: 0 } }],
      ['$null'],
      [],
    ])
      expect(archivedMember(archive(objects), ['synopsis'])).toBe('')
  })
})
