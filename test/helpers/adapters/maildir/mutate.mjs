// Another mail client, gone wild: for as long as it lives it sets and clears flags of the messages of a Maildir, moves them from new/ to
// cur/ and between two folders, and delivers and deletes others whose names begin with "x". Messages whose names begin with "k" are
// never deleted. Its arguments: the Maildir, and a number that its choices come from.
import { existsSync, readdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [root = '', seed = '1'] = process.argv.slice(2)
let state = Number(seed)
const random = below => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}
const folders = ['', '.Other']
const parent = process.ppid
let made = 0
process.stdout.write('ready\n')
while (process.ppid === parent && !existsSync(join(root, 'stop'))) {
  const folder = join(root, folders[random(2)] ?? '')
  const dir = ['cur', 'new'][random(2)] ?? ''
  const names = readdirSync(join(folder, dir))
  const name = names[random(names.length)]
  try {
    if (random(10) === 0) writeFileSync(join(folder, 'new', `x${made++}.m.h`), 'x')
    else if (name === undefined) continue
    else if (name.startsWith('x') && random(4) === 0) unlinkSync(join(folder, dir, name))
    else {
      const base = name.replace(/:2,.*/, '')
      const flags = [...'DFRS'].filter(() => random(2) === 0).join('')
      const to = random(8) === 0 ? join(root, folders[random(2)] ?? '') : folder
      renameSync(join(folder, dir, name), join(to, 'cur', `${base}:2,${flags}`))
    }
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
