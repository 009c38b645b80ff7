// A person's program in the place of a stage: reads the start line on fd 3, does what its argument says, writes its record and ends.
// Plain node without anything of twin's, as such a program is.
const fs = require('node:fs')
const net = require('node:net')
const path = require('node:path')

const channel = new net.Socket({ fd: 3, readable: true, writable: true })
const answers = []
let waiting
let pending = ''
channel.on('data', bytes => {
  pending += bytes
  for (let at = pending.indexOf('\n'); at >= 0; at = pending.indexOf('\n')) {
    answers.push(JSON.parse(pending.slice(0, at)))
    pending = pending.slice(at + 1)
    waiting?.()
  }
})
async function next() {
  while (answers.length === 0) await new Promise(resolve => (waiting = resolve))
  return answers.shift()
}
const ask = line => {
  channel.write(`${JSON.stringify(line)}\n`)
  return next()
}
const codeOf = act => {
  try {
    act()
    return 'done'
  } catch (error) {
    return error.code
  }
}
const connecting = port =>
  new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1', () => resolve('done'))
    socket.on('error', error => resolve(error.code))
  })
const overLane = (fd, text) =>
  new Promise(resolve => {
    const lane = new net.Socket({ fd, readable: true, writable: true })
    lane.on('data', bytes => resolve(String(bytes))).on('close', () => resolve('closed'))
    lane.on('error', () => resolve('error'))
    lane.write(text)
  })

const ACTS = {
  echo: async start => ({
    lanes: start.lanes,
    said: await overLane(4, 'hello'),
    second: await overLane(5, 'hi'),
  }),
  attack: async start => ({
    mail: fs.readFileSync(path.join(start.inputs.mail, 'body.txt'), 'utf8'),
    list: codeOf(() => fs.readdirSync(path.join(start.inputs.mail, '..'))),
    write: codeOf(() => fs.writeFileSync(path.join(start.inputs.mail, 'new'), 'x')),
    record: codeOf(() => fs.writeFileSync(path.join(start.outputs.records, '../../../step/other.json'), 'x')),
    connect: await connecting(Number(process.argv[3])),
  }),
  why: async () => {
    await overLane(4, 'x')
    return {
      bare: await ask({ type: 'why' }),
      path: await ask({ type: 'why', code: 'EACCES', syscall: 'open', path: '/etc/hostname' }),
      network: await ask({ type: 'why', code: 'EPERM', syscall: 'connect' }),
    }
  },
  fail: () => process.exit(3),
  silent: () => undefined,
}

async function main() {
  const start = await next()
  const record = await ACTS[process.argv[2]](start)
  if (record !== undefined)
    fs.writeFileSync(path.join(start.outputs.records, 'record.json'), JSON.stringify(record))
  process.exit(0)
}
void main()
