// The corpus as a Maildir, through the built twin as a person would run it: sync, then receipts and digest over all of it instead of a
// fortnight. Prints how many messages, what failed by its reason, and the seconds. Relies on dist/, and on run.mjs having fetched the
// corpus.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** All of the mail, whatever its date is. */
const QUERIES = [
  ['receipts', 'collection:INBOX and date:14d.. and not tag:triaged', 'collection:INBOX and not tag:triaged'],
  ['digest', 'collection:INBOX and date:1d..', 'collection:INBOX'],
]

/** Prints what was tried; true where every message is in the store and in the Maildir, and both runs are done. */
export async function runCorpus({ root, folder, data, messages }) {
  const home = join(folder, 'home')
  const mail = join(home, 'Mail')
  rmSync(home, { recursive: true, force: true })
  const contents = writeMaildir(data, mail)
  const config = join(home, 'twin')
  const env = { PATH: process.env['PATH'], HOME: home, TWIN_HOME: config, TZ: 'UTC' }
  const twin = async (...words) => {
    const { stdout } = await run(process.execPath, [join(root, 'dist/twin.cjs'), ...words], {
      env,
      maxBuffer: 2 ** 28,
    })
    return stdout
  }
  await twin('init')
  await twin('accounts', 'add', 'maildir', mail, '--name', 'home')
  const policy = join(config, 'policy.toml')
  const shipped = readFileSync(policy, 'utf8')
  writeFileSync(policy, shipped.replace(/^("mail\.(?:collection|flag)" = )"never"$/gm, '$1"auto"'))
  const synced = await timed(() => twin('sync', 'home', '--json'))
  const [account] = JSON.parse(synced.value).synced
  console.log(
    `sync: ${account.messages} messages of ${contents.length} files, ${account.unparsed} not parsed, ${synced.seconds} s`,
  )
  for (const problem of account.problems) console.log(`  ${problem}`)
  let whole = account.messages === messages
  const again = await timed(() => twin('sync', 'home', '--json'))
  console.log(`sync with nothing new: ${again.seconds} s`)
  for (const [name, from, to] of QUERIES) {
    mkdirSync(join(config, 'runs'), { recursive: true })
    const text = readFileSync(join(root, 'runs', `${name}.yaml`), 'utf8')
    const wanted = text.replace(from, to).replace(/limit: \d+/, 'limit: 100000')
    writeFileSync(join(config, 'runs', `${name}.yaml`), wanted)
    const { value, seconds } = await timed(() => twin('run', name, '--json'))
    const report = JSON.parse(value)
    told(name, report, seconds)
    whole &&= wanted.includes(to) && report.state === 'done' && report.view.messages > messages * 0.9
    if (report.output) {
      const lines = readFileSync(report.output, 'utf8').trimEnd().split('\n').length
      console.log(`${name}: ${lines} lines in its file`)
      whole &&= lines === report.steps.at(-1).done
    }
  }
  const kept = contentsOf(mail)
  const isKept = JSON.stringify(kept) === JSON.stringify([...new Set(contents)].sort())
  console.log(
    `afterwards ${kept.length} different messages, ${isKept ? 'the same' : 'NOT the same'} as before`,
  )
  rmSync(home, { recursive: true, force: true })
  return whole && isKept
}

const timed = async act => {
  const began = performance.now()
  const value = await act()
  return { value, seconds: ((performance.now() - began) / 1_000).toFixed(1) }
}

function told(name, { view, steps, proposals, notes }, seconds) {
  console.log(`${name}: ${view.messages} messages, ${seconds} s`)
  for (const { name: step, done, absent, failures, failed } of steps) {
    console.log(`  ${step}: ${done} done, ${absent} without input, ${failures} failed`)
    const reasons = new Map()
    for (const { why } of failed) reasons.set(why, (reasons.get(why) ?? 0) + 1)
    for (const [why, count] of reasons) console.log(`    ${count} of ${failed.length} listed: ${why}`)
  }
  console.log(`  proposals: ${JSON.stringify(proposals)}`)
  for (const note of notes) console.log(`  note: ${note}`)
}

/** Every message as a file of cur/, read; the SHA-256 of each. */
function writeMaildir(data, mail) {
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(mail, part), { recursive: true })
  const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.txt'))
    .sort()
  return names.map((name, at) => {
    copyFileSync(join(data, name), join(mail, 'cur', `${1_030_000_000 + at}.M${at}.corpus:2,S`))
    return sha256(join(data, name))
  })
}

function contentsOf(mail) {
  const boxes = ['', ...readdirSync(mail).filter(name => name.startsWith('.'))]
  const files = boxes.flatMap(box =>
    ['cur', 'new'].flatMap(part => {
      const path = join(mail, box, part)
      return existsSync(path) ? readdirSync(path).map(name => join(path, name)) : []
    }),
  )
  return [...new Set(files.map(sha256))].sort()
}

const sha256 = path => createHash('sha256').update(readFileSync(path)).digest('hex')
