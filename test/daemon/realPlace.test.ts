// What a command names, looked at before anything is started.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, liesIn, realPlace } from '../../daemon/realPlace.ts'
import { temporaryFolder } from './temporaryFolder.ts'

test('filesOf finds the files among the words, and takes a word that no name could be for none', () => {
  const script = join(temporaryFolder(), 'script.py')
  writeFileSync(script, '')
  const tooLong = `/${'x'.repeat(300)}/d`
  const through = `${script}/below`
  const command = ['/bin/sh', script, tooLong, through, '/tmp', 'script.py', `/${'y/'.repeat(4_000)}`]
  expect(filesOf(command)).toEqual(['/bin/sh', script])
})
test('liesIn tells a folder from another one whose name begins the same', () => {
  const folder = temporaryFolder()
  const [mail, below, mailbox] = ['Mail', 'Mail/V10', 'Mailbox'].map(name => realPlace(join(folder, name)))
  if (!mail || !below || !mailbox) throw new Error('no places')
  expect([liesIn(below, mail), liesIn(mail, mail), liesIn(mailbox, mail), liesIn(mail, below)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
