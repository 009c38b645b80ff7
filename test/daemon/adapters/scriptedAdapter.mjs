// An adapter of a test: it answers as its first argument says, well or badly. It prints to stdout and stderr all the time.
import { readSync, writeFileSync, writeSync } from 'node:fs'

const [mode = 'good'] = process.argv.slice(2)
const LINE_BYTES = 87_000
const noise = () => {
  process.stdout.write(`{"type":"refused","id":0}\n${'noise '.repeat(200)}\n`)
  process.stderr.write('{"type":"opened","id":0}\n')
}
const text = line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
const send = line => {
  noise()
  const bytes = Buffer.from(text(line))
  for (let sent = 0; sent < bytes.length;) sent += writeSync(3, bytes, sent)
}
const CAN = {
  multi_collection: false,
  server_search: false,
  atomic_move: true,
  push: false,
  id_stability: 'positional',
  credential_scopable: false,
  keywords: false,
  verbs: ['draft'],
}
const listed = (id, rest) => ({
  type: 'listed',
  id,
  messages: [],
  gone: [],
  reset: false,
  final: true,
  cursor: null,
  problems: [],
  ...rest,
})
const message = name => ({
  message: name,
  collection: 'INBOX',
  flags: [],
  keywords: [],
  bytes: 1,
  received: null,
})
const RAW = Buffer.alloc(150_000, 'a letter of some length, ')
const chunk = 49_152
const pieces = id =>
  Array.from({ length: Math.ceil(RAW.length / chunk) }, (_, seq) => ({
    type: 'blob',
    id,
    seq,
    final: (seq + 1) * chunk >= RAW.length,
    data: RAW.subarray(seq * chunk, (seq + 1) * chunk).toString('base64'),
  }))
/** A `listed` line of exactly `bytes` bytes, its newline included. */
const lineOf = (id, bytes) => {
  const empty = Array.from({ length: 190 }, () => '')
  let left = bytes - text(listed(id, { gone: empty })).length
  const gone = empty.map(() => {
    const part = Math.min(left, 512)
    left -= part
    return 'x'.repeat(part)
  })
  return JSON.stringify(listed(id, { gone }))
}

const LISTS = {
  pages: id => {
    send(listed(id, { messages: [message('1')], final: false, reset: true }))
    send(
      listed(id, {
        messages: [message('2')],
        gone: ['3'],
        cursor: 'opaque \u0007 \ud83d\udc40',
        reset: true,
      }),
    )
  },
  'line-at-cap': id => send(lineOf(id, LINE_BYTES)),
  'line-over-cap': id => send(lineOf(id, LINE_BYTES + 1)),
  'endless-line': () => {
    for (;;) writeSync(3, Buffer.alloc(65_536, 'x'))
  },
  junk: () => send('this is no JSON'),
  'not-utf8': () => writeSync(3, Buffer.from([0xff, 0x0a])),
  'duplicate-key': id => send(`{"type":"listed","id":${id},"id":${id}}`),
  'unknown-key': id => send({ ...listed(id), more: 1 }),
  'wrong-answer': id => send({ type: 'applied', id, message: null }),
  'other-number': id => send(listed(id + 1)),
  'after-final': id => {
    writeSync(3, text(listed(id)) + text(listed(id)))
  },
  'too-many': id =>
    send(listed(id, { messages: Array.from({ length: 201 }, (_, at) => message(String(at))) })),
  'endless-pages': id => {
    for (;;) send(listed(id, { final: false }))
  },
  'endless-problems': id => {
    for (;;) send(listed(id, { final: false, problems: Array.from({ length: 16 }, () => 'x'.repeat(500)) }))
  },
  refuses: id =>
    send({
      type: 'refused',
      id,
      refusal: { code: 'no-access', is: 'it is shut', wanted: 'it open', fix: 'open it' },
    }),
  ends: () => process.exit(0),
  crashes: () => process.exit(3),
  closes: () => undefined,
  silent: () => undefined,
  'half-a-line': () => {
    writeSync(3, '{"type":')
    process.exit(0)
  },
}
const FETCHES = {
  blobs: id => pieces(id).forEach(send),
  'blob-gap': id =>
    pieces(id)
      .filter(({ seq }) => seq !== 1)
      .forEach(send),
  'blob-order': id => pieces(id).reverse().forEach(send),
  'blob-twice': id => [...pieces(id).slice(0, 1), ...pieces(id)].forEach(send),
  'blob-from-one': id =>
    pieces(id)
      .map(piece => ({ ...piece, seq: piece.seq + 1 }))
      .forEach(send),
  'blob-without-final': id => {
    pieces(id)
      .map(piece => ({ ...piece, final: false }))
      .forEach(send)
    send({ type: 'file', id, name: '0'.repeat(32), bytes: 1, sha256: '0'.repeat(64) })
  },
  'blob-after-final': id => [...pieces(id), { ...pieces(id)[0], seq: 4 }].forEach(send),
  'blob-over-cap': id => send({ ...pieces(id)[0], data: 'A'.repeat(65_540), final: true }),
  'blob-at-cap': id => send({ ...pieces(id)[0], data: 'A'.repeat(65_536), final: true }),
  'blob-no-base64': id => send({ ...pieces(id)[0], data: 'AAA*', final: true }),
  'blob-too-large': id => {
    const data = 'A'.repeat(65_536)
    for (let seq = 0; seq < 2_731; seq++) send({ type: 'blob', id, seq, final: false, data })
  },
  'file-absent': id => send({ type: 'file', id, name: 'f'.repeat(32), bytes: 1, sha256: '0'.repeat(64) }),
  'file-other-hash': id => {
    writeFileSync(`${scratch}/incoming/${'a'.repeat(32)}`, 'x')
    send({ type: 'file', id, name: 'a'.repeat(32), bytes: 1, sha256: '0'.repeat(64) })
  },
  'file-other-size': id => {
    writeFileSync(`${scratch}/incoming/${'a'.repeat(32)}`, 'x')
    send({ type: 'file', id, name: 'a'.repeat(32), bytes: 2, sha256: '0'.repeat(64) })
  },
  'file-outside': id => send({ type: 'file', id, name: '../../../x', bytes: 1, sha256: '0'.repeat(64) }),
}

let scratch = ''
const draft = []
const answer = line => {
  const { id, op } = line
  if (op === 'open') {
    scratch = line.scratch
    if (mode === 'wrong-open') return send({ type: 'capabilities', id, capabilities: CAN })
    if (mode === 'speaks-first') send({ type: 'opened', id: 7, about: 'x' })
    return send({ type: 'opened', id, about: 'a script' })
  }
  if (op === 'capabilities') return send({ type: 'capabilities', id, capabilities: CAN })
  if (op === 'blob') return void draft.push(line)
  if (op === 'list') return (LISTS[mode] ?? (() => send(listed(id, { cursor: `after ${line.cursor}` }))))(id)
  if (op === 'fetch') return FETCHES[mode]?.(id)
  if (op === 'was-applied') return send({ type: 'was-applied', id, answer: 'unknown' })
  const raw = Buffer.concat(draft.map(piece => Buffer.from(piece.data, 'base64')))
  return send({
    type: 'applied',
    id,
    message: `${draft.length} ${draft.every(piece => piece.id === id)} ${raw.length}`,
  })
}

process.on('SIGTERM', () => undefined)
const buffer = Buffer.alloc(LINE_BYTES)
let pending = ''
for (;;) {
  const read = readSync(3, buffer)
  if (read === 0) break
  pending += buffer.toString('latin1', 0, read)
  for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
    const line = JSON.parse(pending.slice(0, end))
    pending = pending.slice(end + 1)
    answer(line)
  }
}
