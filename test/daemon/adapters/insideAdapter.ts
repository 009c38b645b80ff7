// Tries from inside what an adapter may and may not do, and prints what became of each act. Its arguments: the profile, how it is started,
// and the folders of the test.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { confine } from '../../../native/confine.ts'
import { ownProfile } from '../../../native/ownProfile.ts'

const [, , , mode = 'alone', text = '{}'] = process.argv
const { outside, root, scratch } = JSON.parse(text) as Record<'outside' | 'root' | 'scratch', string>
if (mode !== 'alone') {
  const profile = ownProfile(process.argv)
  const confined = profile.ok ? confine(profile.value) : profile
  if (!confined.ok) throw new Error(confined.refusal.is)
}

const found: Record<string, string> = {}
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
function attempt(act: string, run: () => unknown): void {
  try {
    run()
    found[act] = 'done'
  } catch (error) {
    found[act] = codeOf(error)
  }
}
/** What a program does that is refused as such, or started and refused what it wants. */
const program = (file: string, ...args: string[]) => execFileSync(file, args, { stdio: 'ignore' })

attempt('link within the mailbox', () => linkSync(`${root}/letter`, `${root}/again`))
attempt('link from the mailbox to the scratch folder', () => linkSync(`${root}/letter`, `${scratch}/letter`))
attempt('move from the scratch folder to the mailbox', () => {
  writeFileSync(`${scratch}/new`, 'x')
  renameSync(`${scratch}/new`, `${root}/new`)
})
attempt('read a file outside', () => readFileSync(`${outside}/secret`))
attempt('list a folder outside', () => readdirSync(outside))
attempt('write a file outside', () => writeFileSync(`${outside}/new`, 'x'))
attempt('link a file from outside', () => linkSync(`${outside}/secret`, `${root}/secret`))
attempt('link a file to outside', () => linkSync(`${root}/letter`, `${outside}/letter`))
attempt('move a file to outside', () => {
  writeFileSync(`${root}/moving`, 'x')
  renameSync(`${root}/moving`, `${outside}/moving`)
})
attempt('make a symbolic link', () => symlinkSync(`${outside}/secret`, `${root}/link`))
attempt('make a pipe', () => program('/usr/bin/mkfifo', `${root}/pipe`))
attempt('start a program', () => program('/bin/true'))
attempt('change a mode', () => chmodSync(`${root}/letter`, 0o600))
attempt('change a time', () => utimesSync(`${root}/letter`, 1, 1))
attempt('signal its starter', () => process.kill(process.ppid, 0))
attempt('move a file from outside', () => renameSync(`${outside}/secret`, `${root}/moved`))

const socket = connect({ host: '127.0.0.1', port: 9 })
const end = (outcome: string) => {
  found['open a network socket'] = outcome
  process.stdout.write(JSON.stringify(found))
  process.exit(0)
}
socket.on('connect', () => end('done'))
socket.on('error', error => end(codeOf(error) === 'ECONNREFUSED' ? 'done' : codeOf(error)))
