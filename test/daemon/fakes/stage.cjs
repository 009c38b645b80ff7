// Stands in for a stage: reads twind's line on fd 3 and then does what its first argument says. Not confined.
const fs = require('node:fs')
const { Socket } = require('node:net')
const act = process.argv[2]
const say = line => fs.writeSync(3, typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)
const start = () => {
  const buffer = Buffer.alloc(100_000)
  let length = 0
  while (!buffer.subarray(0, length).includes('\n'))
    length += fs.readSync(3, buffer, length, buffer.length - length)
  return JSON.parse(buffer.toString('utf8', 0, length))
}
const done = { type: 'done', report: null }
const refusal = { code: 'model-absent', is: 'there is none', wanted: 'one', fix: 'get one' }
const stay = () => setInterval(() => {}, 1_000)

const ACTS = {
  echo: () => (
    say({ type: 'progress', done: 1, total: 1 }),
    say({ type: 'done', report: { start: start(), env: process.env, cwd: process.cwd() } })
  ),
  again: () => (say({ type: 'again' }), process.exit(1)),
  'again-0': () => say({ type: 'again' }),
  refuse: () => (say({ type: 'refused', refusal }), process.exit(1)),
  'refuse-5': () => (say({ type: 'refused', refusal }), process.exit(5)),
  'done-1': () => (say(done), process.exit(1)),
  'done-stay': () => (say(done), stay()),
  silent: () => {},
  throw: () => {
    throw new Error('secret')
  },
  kill: () => process.kill(process.pid, 'SIGKILL'),
  unconfined: () => (
    process.stderr.write('Cannot confine: no \u001b[31mLandlock\nsecond line'),
    process.exit(5)
  ),
  stay,
  'not-json': () => (say('hello\n'), stay()),
  'wrong-shape': () => (say({ type: 'hello' }), stay()),
  'too-long': () => (say('x'.repeat(90_000)), stay()),
  'flood-out': () => (
    process.stdout.write('x'.repeat(5_000_000)),
    process.stderr.write('y'.repeat(5_000_000), () => say(done))
  ),
  family: () => {
    const child = require('node:child_process').spawn(
      process.execPath,
      ['-e', 'setInterval(() => {}, 1000)'],
      { stdio: ['ignore', 'inherit', 'inherit', 3] },
    )
    fs.writeFileSync(process.argv[3], `${process.pid} ${child.pid}`)
    if (process.argv[4] === 'end') {
      say(done)
      process.exit(0)
    }
    stay()
  },
  lanes: () => {
    const { lanes } = start()
    let left = lanes
    for (let lane = 0; lane < lanes; lane++) {
      const socket = new Socket({ fd: 4 + lane, readable: true, writable: true })
      let text = ''
      socket
        .on('data', bytes => (text += bytes))
        .on('end', () => {
          say({ type: 'progress', done: lane, total: lanes })
          if (--left > 0) return
          say({ type: 'done', report: text })
          process.exit(0)
        })
      socket.write(`hello ${lane}\n`)
    }
  },
}
ACTS[act]()
