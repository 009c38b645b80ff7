// Stands in for rank: the model's name in its configuration says what it does. Started through the launcher like the real one.
const fs = require('node:fs')
const path = require('node:path')
const buffer = Buffer.alloc(100_000)
let length = 0
while (!buffer.subarray(0, length).includes('\n'))
  length += fs.readSync(3, buffer, length, buffer.length - length)
const { config, inputs, outputs, lanes } = JSON.parse(buffer.toString('utf8', 0, length))
const say = line => fs.writeSync(3, `${JSON.stringify(line)}\n`)
const end = (line, code = 0) => {
  say(line)
  process.exit(code)
}
if (config.mode === 'probe')
  end({
    type: 'done',
    report: {
      digest: 'd'.repeat(64),
      version: '1',
      promptVersion: 1,
      ...(config.model === 'odd-report' && { more: 1 }),
    },
  })

const handles = fs.readFileSync(inputs.manifest, 'utf8').trim().split('\n')
const file = handle => path.join(outputs.scores, `${handle}.json`)
const score = { by: config.engine === 'rules' ? 'rules' : 'model', score: 5, reason: 'A reason.', topics: [] }
const write = (handle, value = score) => fs.writeFileSync(file(handle), JSON.stringify(value))
const left = handles.filter(handle => !fs.existsSync(file(handle)))
const refusal = code => ({ type: 'refused', refusal: { code, is: 'it is so', wanted: 'x', fix: 'x' } })

const ACTS = {
  good: () => (left.forEach(handle => write(handle)), end({ type: 'done', report: { lanes } })),
  'crash-each-2': () => {
    left.slice(0, 2).forEach(handle => write(handle))
    if (left.length > 2) process.exit(1)
    end({ type: 'done', report: null })
  },
  'again-each-2': () => {
    left.slice(0, 2).forEach(handle => write(handle))
    if (left.length > 2) end({ type: 'again' }, 1)
    end({ type: 'done', report: null })
  },
  'crash-after-2': () => (handles.slice(0, 2).forEach(handle => write(handle)), process.exit(1)),
  'again-always': () => end({ type: 'again' }, 1),
  forwarded: () => (write(handles[0]), end(refusal('model-forwarded'), 1)),
  unconfined: () => process.exit(5),
  silent: () => end({ type: 'done', report: null }),
  hostile: () => {
    write(handles[0])
    write(handles[1], { ...score, score: 11 })
    write(handles[2], { ...score, by: 'rules' })
    fs.writeFileSync(file(handles[3]), `${JSON.stringify(score)}${' '.repeat(140_000)}`)
    write(`h_${'a'.repeat(26)}`)
    fs.writeFileSync(path.join(outputs.scores, 'notes.md'), 'x')
    fs.mkdirSync(file(handles[4]))
    end({ type: 'done', report: null })
  },
  slow: () => {
    const next = () => {
      const handle = left.shift()
      if (handle === undefined) end({ type: 'done', report: null })
      write(handle)
      say({ type: 'progress', done: handles.length - left.length, total: handles.length })
      setTimeout(next, 300)
    }
    next()
  },
}
ACTS[config.model]()
