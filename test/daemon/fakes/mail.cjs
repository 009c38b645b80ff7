// Stands in for the mail helper: answers each request with state/mail/canned.json (the `answer` or `refusal` of a response),
// by the same files as the real one. `canned.json` may say {"act": "crash" | "hang" | "again" | "unconfined" | "other-nonce" | ...}.
const fs = require('node:fs')
const path = require('node:path')
const places = JSON.parse(process.argv[3])
const folder = places.mail
const canned = JSON.parse(fs.readFileSync(path.join(folder, 'canned.json'), 'utf8'))
fs.appendFileSync(path.join(folder, 'starts'), `${process.pid}\n`)
const starts = fs.readFileSync(path.join(folder, 'starts'), 'utf8').split('\n').length - 1
const act = Array.isArray(canned.act) ? (canned.act[starts - 1] ?? canned.act.at(-1)) : canned.act

if (act === 'unconfined') {
  process.stderr.write('Cannot confine: the kernel has no Landlock\u001b[31m, wanted ABI 3\n')
  process.exit(5)
}
if (act === 'crash') process.exit(1)
if (act === 'idle') process.exit(0)
if (act === 'hang') setInterval(() => {}, 1000)
else for (const entry of fs.readdirSync(folder)) if (entry.startsWith('request-')) serve(entry)

function serve(name) {
  const request = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'))
  const mode = fs.statSync(path.join(folder, name)).mode & 0o777
  const claim = path.join(folder, `.claimed-${process.pid}-${request.nonce}`)
  fs.renameSync(path.join(folder, name), claim)
  fs.unlinkSync(claim)
  fs.writeFileSync(path.join(folder, 'seen.json'), JSON.stringify({ request, mode }))
  if (act === 'take') process.exit(1)
  const nonce =
    act === 'other-nonce' ? request.nonce.replace(/.$/, x => (x === '0' ? '1' : '0')) : request.nonce
  const response = { v: 1, nonce, answer: canned.answer ?? null, refusal: canned.refusal ?? null }
  const text =
    act === 'half'
      ? JSON.stringify(response).slice(0, -5)
      : act === 'long'
        ? ' '.repeat(5_000_000)
        : JSON.stringify(response)
  const aside = path.join(folder, `.response-${request.nonce}.tmp`)
  fs.writeFileSync(aside, text, { mode: 0o600 })
  fs.renameSync(aside, path.join(folder, `response-${request.nonce}.json`))
}
