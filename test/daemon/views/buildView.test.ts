// What a view of a run holds, and what it does not; how the tools that people use meet it; and that making it keeps nobody waiting.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildView } from '../../../daemon/views/buildView.ts'
import { linkOrCopy } from '../../../daemon/views/linkOrCopy.ts'
import { partOf, viewName } from '../../../daemon/views/viewPlaces.ts'
import { VIEW_FLAT } from '../../../protocol/limits.ts'
import { MessageEnvelope } from '../../../protocol/message.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { handleAt, named, parsedOf, storeMail, viewOf } from './mailCache.ts'

const RECEIPT = { subject: 'Your receipt', body: 'You paid 12 EUR', attachments: { 'receipt.pdf': '%PDF' } }
const HELLO = { subject: 'Hello', body: 'How are you?' }
const modeOf = (path: string): number => lstatSync(path).mode & 0o777

function site() {
  const folder = temporaryFolder()
  const messages = named([storeMail(folder, 0, RECEIPT), storeMail(folder, 1, HELLO)])
  return { folder, messages, mail: join(folder, 'mail') }
}

describe('a view', () => {
  test.each([
    [['envelope'], ['envelope.json']],
    [['body'], ['body.txt']],
    [['headers'], ['headers.txt']],
    [['raw'], ['raw.eml']],
    [['attachments'], ['attachments']],
    [
      ['body', 'envelope'],
      ['body.txt', 'envelope.json'],
    ],
    [
      ['envelope', 'body', 'attachments', 'headers', 'raw'],
      ['attachments', 'body.txt', 'envelope.json', 'headers.txt', 'raw.eml'],
    ],
  ] as const)('holds for the projection %j exactly %j', async (projections, files) => {
    const { messages, mail } = site()
    const view = await viewOf(mail, messages, projections)
    expect(readdirSync(view.of(handleAt(0)) ?? '').toSorted()).toEqual(files)
    expect(readdirSync(mail).toSorted()).toEqual(messages.map(({ handle }) => handle as string).toSorted())
  })

  test('shows in envelope.json what the message says and what twin knows of it', async () => {
    const { messages, mail } = site()
    await viewOf(mail, messages, ['envelope'])
    const text = readFileSync(join(mail, handleAt(0), 'envelope.json'), 'utf8')
    expect(MessageEnvelope.parse(JSON.parse(text))).toMatchObject({
      subject: 'Your receipt',
      received: 1_796_000_000,
      collections: ['INBOX', 'Archive'],
      flags: ['seen', 'flagged'],
      tags: ['triaged'],
      dkim: { state: 'not-checked', domain: null },
      known: false,
      thread: 0,
    })
  })

  test('shares its files with the store and has modes that say what is meant', async () => {
    const { folder, messages, mail } = site()
    await viewOf(mail, messages, ['envelope', 'body', 'attachments', 'raw'])
    const own = join(mail, handleAt(0))
    const pairs = [
      ['body.txt', 'parsed/0/body.txt'],
      ['attachments/receipt.pdf', 'parsed/0/attachments/receipt.pdf'],
      ['raw.eml', 'raw/0'],
    ] as const
    for (const [shown, kept] of pairs)
      expect(statSync(join(own, shown)).ino).toBe(statSync(join(folder, kept)).ino)
    expect([mail, own, join(own, 'attachments'), join(own, 'envelope.json')].map(modeOf)).toEqual([
      0o111, 0o555, 0o555, 0o444,
    ])
  })

  test('leaves out what is gone and what could not be parsed, and says so', async () => {
    const { folder, messages, mail } = site()
    rmSync(join(folder, 'parsed/0'), { recursive: true })
    const unparsed = { ...storeMail(folder, 2, HELLO), root: true }
    const broken = { handle: handleAt(2), found: { ...unparsed, mail: { ...unparsed.mail, parsed: null } } }
    const view = await viewOf(mail, [...messages, broken], ['envelope', 'body'])
    expect([...view.missing].toSorted()).toEqual([handleAt(0), handleAt(2)].toSorted())
    expect(readdirSync(mail)).toEqual([handleAt(1)])
    expect([0, 1, 2].map(at => view.of(handleAt(at)) !== undefined)).toEqual([false, true, false])
    expect(view.of(handleAt(9))).toBeUndefined()
  })

  test('of raw messages alone shows one that could not be parsed', async () => {
    const { folder, mail } = site()
    const found = storeMail(folder, 3, HELLO)
    const messages = named([{ ...found, mail: { ...found.mail, parsed: null } }])
    expect((await viewOf(mail, messages, ['raw'])).missing.size).toBe(0)
  })

  test('is called "mail" where it is the first, and by what it shows where it is another', () => {
    expect(viewName(['body'], true)).toBe('mail')
    expect(viewName(['body', 'envelope'], false)).toBe('mail.envelope-body')
  })

  test('is refused and left half made where it is interrupted', async () => {
    const { messages, mail } = site()
    const stop = new AbortController()
    stop.abort()
    const made = await buildView({ path: mail, messages, projections: ['body'], parsedOf }, stop.signal)
    expect(made.ok ? 'made' : made.refusal.code).toBe('interrupted')
  })

  test('lets other work go on while it is made', async () => {
    const { folder, mail } = site()
    const found = storeMail(folder, 4, HELLO)
    const messages = Array.from({ length: 2_000 }, (_, at) => ({ handle: handleAt(at), found }))
    let turns = 0
    let isMade = false
    const other = () => {
      turns++
      if (!isMade) setImmediate(other)
    }
    setImmediate(other)
    await viewOf(mail, messages, ['body'])
    isMade = true
    expect(turns).toBeGreaterThan(30)
  })
})

describe('a view of more messages than one folder may hold', () => {
  test('is divided by the first two characters of the handle above VIEW_FLAT, and flat at it', async () => {
    const { folder, mail } = site()
    const found = storeMail(folder, 5, HELLO)
    // A message that is gone costs no folder: what is left shows where the others went.
    const gone = { ...found, mail: { ...found.mail, parsed: null } }
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ handle: handleAt(at), found: at === 0 ? found : gone }))
    const flat = await viewOf(mail, many(VIEW_FLAT), ['body'])
    expect(flat.of(handleAt(0))).toBe(join(mail, handleAt(0)))
    const divided = await viewOf(join(folder, 'mail.body'), many(VIEW_FLAT + 1), ['body'])
    expect(divided.of(handleAt(0))).toBe(join(folder, 'mail.body', partOf(handleAt(0)), handleAt(0)))
    expect(existsSync(join(divided.of(handleAt(0)) ?? '', 'body.txt'))).toBe(true)
    expect(modeOf(join(folder, 'mail.body', partOf(handleAt(0))))).toBe(0o111)
  })

  test('holds 60,000 messages in divided folders', { timeout: 120_000 }, async () => {
    const { folder, mail } = site()
    const found = storeMail(folder, 6, HELLO)
    const messages = Array.from({ length: 60_000 }, (_, at) => ({ handle: handleAt(at), found }))
    const view = await viewOf(mail, messages, ['body'])
    expect(readdirSync(mail).length).toBe(1_024)
    expect(messages.every(({ handle }) => existsSync(view.of(handle) ?? ''))).toBe(true)
  })
})

describe('a file that cannot be linked', () => {
  test.skipIf(!existsSync('/dev/shm') || statSync('/dev/shm').dev === statSync(temporaryRoot()).dev)(
    'is copied from another file system, and nobody may write the copy',
    () => {
      const there = mkdtempSync('/dev/shm/twin-view-')
      onTestFinished(() => rmSync(there, { recursive: true, force: true }))
      const { folder } = site()
      writeFileSync(join(there, 'body.txt'), 'text')
      linkOrCopy(join(there, 'body.txt'), join(folder, 'body.txt'))
      expect(readFileSync(join(folder, 'body.txt'), 'utf8')).toBe('text')
      expect(modeOf(join(folder, 'body.txt'))).toBe(0o444)
    },
  )

  test('that is not there is refused by the system', () => {
    const { folder } = site()
    expect(() => linkOrCopy(join(folder, 'absent'), join(folder, 'x'))).toThrow('ENOENT')
  })
})

const has = (tool: string): boolean => spawnSync('which', [tool]).status === 0
const shell = (cwd: string, command: string): string => {
  const ran = spawnSync('/bin/sh', ['-c', command], { cwd, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`Cannot run ${command}: ${ran.stderr}`)
  return ran.stdout
}

describe('the tools that people use, over a manifest', () => {
  async function shown() {
    const { folder, messages, mail } = site()
    await viewOf(mail, messages, ['envelope', 'body', 'attachments', 'raw'])
    writeFileSync(join(folder, 'manifest'), messages.map(({ handle }) => `${handle}\n`).join(''))
    return folder
  }

  test('grep finds the message by its body', async () => {
    const folder = await shown()
    expect(shell(folder, "sed 's#.*#mail/&/body.txt#' manifest | xargs grep -l 'paid 12'")).toBe(
      `mail/${handleAt(0)}/body.txt\n`,
    )
  })

  test('find finds the attachment', async () => {
    const folder = await shown()
    expect(shell(folder, "sed 's#.*#mail/&#' manifest | xargs -I{} find {} -name '*.pdf'")).toBe(
      `mail/${handleAt(0)}/attachments/receipt.pdf\n`,
    )
  })

  test.skipIf(!has('jq'))('jq reads the subjects', async () => {
    const folder = await shown()
    expect(shell(folder, "sed 's#.*#mail/&/envelope.json#' manifest | xargs jq -r .subject")).toBe(
      'Your receipt\nHello\n',
    )
  })

  test.skipIf(!has('mscan'))('mblaze lists and shows the raw messages', async () => {
    const folder = await shown()
    const listed = shell(folder, "sed 's#.*#mail/&/raw.eml#' manifest | mscan")
    expect(listed).toContain('Your receipt')
    expect(listed).toContain('Hello')
    expect(shell(folder, `mshow mail/${handleAt(0)}/raw.eml`)).toContain('You paid 12 EUR')
  })
})

function temporaryRoot(): string {
  return process.env['TMPDIR'] ?? '/tmp'
}
