// Drains a folder as the helper does, unconfined, and writes each handled nonce to a log. argv: folder, log, then optionally the
// step at which to kill itself and how often to pass it first; `aside` is the moment between an answer's two names.
import fs, { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drain } from '../../../../helpers/mail/drain.ts'
import { echo } from '../requestFiles.ts'

const [folder = '', log = '', killAt = '', times = '0'] = process.argv.slice(2)
let left = Number(times)
const step = (name: string): void => {
  if (name === killAt && left-- === 0) process.kill(process.pid, 'SIGKILL')
}
const { renameSync } = fs
fs.renameSync = (from, to) => {
  if (String(to).includes('response-')) step('aside')
  renameSync(from, to)
}
// Several drivers begin at once when the test says so.
const root = join(folder, '..')
if (existsSync(join(root, 'wait'))) writeFileSync(join(root, `ready-${process.pid}`), '')
while (existsSync(join(root, 'wait')) && !existsSync(join(root, 'go'))) continue
drain({
  folder,
  now: () => Date.now(),
  step,
  answer: request => {
    appendFileSync(log, `${request.nonce}\n`)
    return echo(request)
  },
})
