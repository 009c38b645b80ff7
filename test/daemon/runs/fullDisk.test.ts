// A run whose state lies on a disk that fills up: it is refused with a sentence, leaves a report, and goes on once there is room.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporaryFolder.ts'
import { mailsIn, RUN, runSite, valueOf } from './runWorld.ts'

const canMount = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/bin/mount')
const FILES = 220

/** A disk of a megabyte and FILES files; undefined where this machine mounts nothing for us. */
function smallDisk(): string | undefined {
  const folder = join(temporaryFolder(), 'disk')
  mkdirSync(folder)
  const options = `size=1m,nr_inodes=${FILES},mode=700`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

/** Leaves room for some more files, and gives what takes the rest. */
function fill(disk: string, left: number): string {
  const ballast = join(disk, 'ballast')
  mkdirSync(ballast)
  for (let at = 0; at < FILES - left; at++) writeFileSync(join(ballast, String(at)), '')
  return ballast
}

test.skipIf(!canMount)(
  'a run ends where the disk is full while its view is made, says so, and goes on once there is room',
  async context => {
    const disk = smallDisk() ?? context.skip('this machine mounts no tmpfs')
    const site = runSite({ folder: disk, mails: mailsIn(join(temporaryFolder(), 'cache'), 12) })
    const path = site.write('receipts', RUN)
    const ballast = fill(disk, 40)
    const ran = await site.start(path)
    expect(ran.ok ? [] : [ran.refusal.code, ran.refusal.is]).toEqual([
      'disk',
      expect.stringContaining('the disk is full'),
    ])
    const id = site.runFolder().split('/').at(-1) ?? ''
    expect(valueOf(site.runs.show(id))).toMatchObject({ state: 'failed', steps: [{ state: 'waiting' }, {}] })
    expect(readdirSync(site.runFolder()).filter(name => name.startsWith('mail'))).toEqual([])
    rmSync(ballast, { recursive: true })
    const io = { signal: new AbortController().signal, progress: () => undefined }
    expect(valueOf(await site.runs.resume(id, io))).toMatchObject({
      state: 'done',
      steps: [{ done: 12 }, { done: 12 }],
    })
  },
)
