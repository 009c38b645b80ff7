// mblaze, notmuch and mbsync at work on the Maildir while runs read it and what they propose is applied: nothing is lost, nothing is
// there twice as two files, and what the other client did is kept. Every message is counted by its SHA-256.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  contentsOf,
  example,
  type Home,
  homeWithMail,
  isConfinable,
  type MailFile,
  mailFiles,
} from './home.ts'

const has = (...programs: string[]): boolean => programs.every(name => existsSync(`/usr/bin/${name}`))

const CONFIG = 'notmuch-config'

/** A program with the person's home, to its end; a message that is gone from under it is its own business. */
function use({ folder }: Home, program: string, args: readonly string[]) {
  return spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', NOTMUCH_CONFIG: join(folder, CONFIG) },
  })
}

/** Files as they are, while another program renames them: what vanishes between two looks is looked for again. */
function settled(mail: string): MailFile[] {
  for (let at = 0; at < 1_000; at++)
    try {
      return mailFiles(mail)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  throw new Error('Cannot list the Maildir: it never stood still')
}

/** Runs `twin run` again and again, while `act` is called with a number that counts up, until `rounds` runs are over. */
async function whileRuns(home: Home, rounds: number, act: (turn: number) => void): Promise<void> {
  const state = { isOver: false }
  const runs = (async () => {
    for (let at = 0; at < rounds; at++) {
      await home.run(example('receipts'))
      await home.say('sync', 'home')
    }
    state.isOver = true
  })()
  for (let turn = 0; !state.isOver; turn++) {
    act(turn)
    await new Promise(resolve => setTimeout(resolve, 20))
    await others()
  }
  await runs
}

/** Every content that was there is there, as one file under however many names, and nothing else. */
function expectWhole(mail: string, before: readonly string[]): void {
  const files = mailFiles(mail)
  expect([...new Set(files.map(({ sha256 }) => sha256))].toSorted()).toEqual(before)
  const inodes = new Map<string, Set<number>>()
  for (const { sha256, path } of files)
    inodes.set(sha256, (inodes.get(sha256) ?? new Set()).add(statSync(path).ino))
  expect([...inodes.values()].map(({ size }) => size)).toEqual(before.map(() => 1))
}

describe.skipIf(!isConfinable)('other clients at work', () => {
  test.skipIf(!has('mlist', 'mscan', 'mflag', 'mrefile'))(
    'mblaze flags and files messages during runs, and each is kept',
    { timeout: 300_000 },
    async () => {
      const home = await homeWithMail()
      home.allow({ 'mail.collection': 'auto', 'mail.flag': 'auto' })
      const before = contentsOf(home.mail)
      const archive = join(home.mail, '.Archive')
      const flagged = new Set<string>()
      await whileRuns(home, 3, turn => {
        const inbox = settled(home.mail).filter(({ folder }) => folder === 'INBOX')
        const one = inbox[turn % inbox.length]
        if (!one) return
        // A few, so that something is left to be moved by the run.
        if (turn % 10 === 0 && turn < 60) use(home, 'mrefile', [one.path, archive])
        // What lies in new/ is left alone by mflag.
        else if (use(home, 'mflag', ['-F', one.path]).status === 0 && one.path.includes('/cur/'))
          flagged.add(one.sha256)
        if (turn % 3 === 0) use(home, 'sh', ['-c', `mlist "${home.mail}" | mscan`])
      })
      expectWhole(home.mail, before)
      // A flag that is set on the old name between the two halves of a move goes with that name: so not of what is moved.
      const files = mailFiles(home.mail)
      const stayed = [...flagged].filter(one => files.every(file => file.sha256 !== one || isStill(file)))
      expect(stayed.length).toBeGreaterThan(3)
      for (const sha256 of stayed) expect(files.find(file => file.sha256 === sha256)?.flags).toContain('F')
      expect(contentsOf(home.mail, 'Receipts').length).toBeGreaterThan(0)
      // Once nobody else is at work, what twin knows is what lies there.
      await home.say('sync', 'home')
      const places = JSON.parse(await home.say('accounts', '--json')) as { accounts: { messages: number }[] }
      expect(places.accounts[0]?.messages).toBe(new Set(before).size)
    },
  )

  test.skipIf(!has('notmuch'))(
    'notmuch renames by its tags during runs, and each message is kept with its flags',
    { timeout: 300_000 },
    async () => {
      const home = await homeWithMail()
      home.allow({ 'mail.collection': 'auto', 'mail.flag': 'auto' })
      const before = contentsOf(home.mail)
      const config = join(home.folder, CONFIG)
      writeFileSync(
        config,
        `[database]\npath=${home.mail}\n[user]\nname=Robin\nprimary_email=robin@archer.example\n[new]\ntags=new\n[maildir]\nsynchronize_flags=true\n`,
      )
      const notmuch = (...args: string[]) => use(home, 'notmuch', args)
      expect(notmuch('new').status).toBe(0)
      await whileRuns(home, 3, turn => {
        notmuch('tag', turn % 2 === 0 ? '+flagged' : '-flagged', '-unread', '--', '*')
        if (turn % 3 === 0) notmuch('new')
      })
      notmuch('new')
      expectWhole(home.mail, before)
      expect(notmuch('tag', '+flagged', '--', '*').status).toBe(0)
      expect(mailFiles(home.mail).every(({ flags }) => flags.includes('F'))).toBe(true)
      expect(Number(notmuch('count', '*').stdout)).toBe(before.length)
      expect(contentsOf(home.mail, 'Receipts')).toHaveLength(10)
      await home.say('sync', 'home')
      expect(
        await home.say('search', 'home', 'collection:Receipts and not flag:flagged', '--json'),
      ).toContain('"messages": []')
    },
  )

  test.skipIf(!has('mbsync'))(
    'mbsync copies, moves and deletes during runs, and both sides end alike',
    { timeout: 300_000 },
    async () => {
      const home = await homeWithMail()
      home.allow({ 'mail.collection': 'auto', 'mail.flag': 'auto' })
      // mbsync deletes for good what is flagged as trashed.
      for (const { path, flags } of mailFiles(home.mail))
        if (flags.includes('T')) renameSync(path, path.replace(/T$/, ''))
      const before = contentsOf(home.mail)
      const far = join(home.folder, 'Far')
      for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(far, part), { recursive: true })
      const config = join(home.folder, 'mbsyncrc')
      writeFileSync(
        config,
        `MaildirStore far\nInbox ${far}\nSubFolders Maildir++\n\nMaildirStore near\nInbox ${home.mail}\nSubFolders Maildir++\n\nChannel all\nFar :far:\nNear :near:\nPatterns *\nCreate Both\nExpunge Both\nSyncState *\n`,
      )
      const mbsync = () => use(home, 'mbsync', ['-c', config, 'all'])
      expect(mbsync().status).toBe(0)
      await whileRuns(home, 3, () => void mbsync())
      mbsync()
      expect(mbsync().status).toBe(0)
      expectWhole(home.mail, before)
      expect(contentsOf(home.mail, 'Receipts')).toHaveLength(10)
      const listed = (mail: string) =>
        mailFiles(mail)
          .map(({ folder, path, flags }) => [folder, idOf(path), flags].join(' '))
          .toSorted()
      expect(listed(far)).toEqual(listed(home.mail))
      await home.say('sync', 'home')
      expect(await home.run(example('receipts'))).toMatchObject({ proposals: { applied: 0, stuck: 0 } })
    },
  )
})

const isStill = ({ folder }: MailFile): boolean => folder !== 'Receipts'
const idOf = (path: string): string =>
  /^Message-ID: (.*)$/im.exec(readFileSync(path, 'utf8'))?.[1] ?? basename(path)
