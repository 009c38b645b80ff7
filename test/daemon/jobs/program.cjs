// A program of a person's that does what its first argument says. Started confined, by tests of jobs.
const fs = require('node:fs')
const { spawn } = require('node:child_process')
const [act, ...rest] = process.argv.slice(2)
const tries = (name, doing) => {
  try {
    doing()
    process.stdout.write(`${name} worked\n`)
  } catch (error) {
    process.stdout.write(`${name} ${error.code}\n`)
  }
}
const stay = () => void setInterval(() => {}, 1_000)
const ACTS = {
  say: () => (process.stdout.write('out\n'), process.stderr.write('err\n')),
  fail: () => (process.stdout.write('half\n'), process.exit(3)),
  five: () => process.exit(5),
  'fake-unconfined': () => (process.stdout.write('x'), process.exit(5)),
  signal: () => process.kill(process.pid, 'SIGABRT'),
  flood: () => {
    const bytes = Number(rest[0])
    fs.writeSync(1, 'x'.repeat(bytes))
    fs.writeSync(2, 'y'.repeat(bytes))
  },
  items: () => rest.forEach(line => process.stdout.write(`${line}\n`)),
  // Ignores the polite signal, and leaves a child that does so too and shows that it lives.
  stubborn: () => {
    process.on('SIGTERM', () => undefined)
    if (rest[1] === 'child') setInterval(() => fs.appendFileSync(`${rest[0]}/beats`, '.'), 20)
    else {
      spawn(process.execPath, [__filename, 'stubborn', rest[0], 'child'], { stdio: 'ignore' })
      stay()
    }
  },
  orphan: () => {
    spawn(process.execPath, [__filename, 'stubborn', rest[0], 'child'], { stdio: 'ignore' }).unref()
    process.stdout.write('left\n')
  },
  reach: () => {
    tries('read', () => fs.readFileSync(`${rest[0]}/file`))
    tries('write', () => fs.writeFileSync(`${rest[0]}/new`, 'x'))
    process.stdout.write(`env ${Object.keys(process.env).sort().join()}\n`)
  },
}
ACTS[act]()
