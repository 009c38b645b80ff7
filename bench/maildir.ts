// A Maildir of any size for benchmarks, the same bytes for the same number: letters in threads, newsletters in HTML, some with an
// attachment. Relies on nothing random but a generator of its own.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const WORDS =
  'the lease meeting invoice garden winter Tuesday order total please find attached report draft review kettle loom harbour ticket train address update contract budget summer number garage window letter answer question holiday school market paper yellow river engine account notice weather signal branch bottle museum copper'.split(
    ' ',
  )
const PEOPLE = ['ann', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'ivan', 'judy']
const FOLDERS = ['', '.Archive', '.Lists', '.Sent', '.Receipts']
/** Unix seconds of the oldest message, and seconds between two. */
const FIRST = 1_700_000_000
const APART = 300

/** Park and Miller's generator: whole numbers below `most`. */
function draws(seed: number): (most: number) => number {
  let state = seed
  return most => {
    state = (state * 48_271) % 2_147_483_647
    return state % most
  }
}

/** Writes `messages` messages into the empty or absent folder `root`. */
export function writeMaildir(root: string, messages: number): void {
  for (const folder of FOLDERS)
    for (const name of ['cur', 'new', 'tmp'])
      mkdirSync(join(root, folder, name), { recursive: true, mode: 0o700 })
  const draw = draws(20_261_130)
  for (let at = 0; at < messages; at++) {
    const folder = FOLDERS[draw(10) < 6 ? 0 : draw(FOLDERS.length)] ?? ''
    const flags = draw(3) === 0 ? '' : draw(9) === 0 ? 'FS' : 'S'
    const name = `${FIRST + at * APART}.M${at}P1.bench:2,${flags}`
    writeFileSync(join(root, folder, 'cur', name), messageAt(at, draw), { mode: 0o600 })
  }
}

function messageAt(at: number, draw: (most: number) => number): string {
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[draw(WORDS.length)] ?? '').join(' ')
  const person = (): string => {
    const name = PEOPLE[draw(PEOPLE.length)] ?? ''
    return `${name} <${name}${draw(200)}@example${draw(40)}.org>`
  }
  const answers = at > 20 && draw(3) === 0 ? at - 1 - draw(20) : null
  const head = [
    `From: ${person()}`,
    `To: me@example.net`,
    `Subject: ${answers === null ? '' : 'Re: '}${words(3 + draw(5))}`,
    `Date: ${new Date((FIRST + at * APART) * 1_000).toUTCString()}`,
    `Message-ID: <${at}.bench@example.org>`,
    ...(answers === null
      ? []
      : [`In-Reply-To: <${answers}.bench@example.org>`, `References: <${answers}.bench@example.org>`]),
    ...(draw(6) === 0 ? [`List-Id: <list${draw(9)}.example.org>`] : []),
    'MIME-Version: 1.0',
  ]
  const lines = Array.from({ length: 5 + draw(40) }, () => words(10))
  const kind = draw(10)
  if (kind < 6) return [...head, 'Content-Type: text/plain; charset=utf-8', '', ...lines, ''].join('\r\n')
  const html = `<html><body>${lines.map(line => `<p>${line}</p>`).join('\r\n')}</body></html>`
  const part = kind < 9 ? ['--b', 'Content-Type: text/html; charset=utf-8', '', html] : attachment(draw)
  const type = kind < 9 ? 'alternative' : 'mixed'
  return [
    ...head,
    `Content-Type: multipart/${type}; boundary=b`,
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...lines,
    ...part,
    '--b--',
    '',
  ].join('\r\n')
}

function attachment(draw: (most: number) => number): readonly string[] {
  const base64 = Buffer.from(Array.from({ length: 3_000 + draw(9_000) }, () => draw(256))).toString('base64')
  return [
    '--b',
    'Content-Type: application/octet-stream; name=a.bin',
    'Content-Disposition: attachment; filename=a.bin',
    'Content-Transfer-Encoding: base64',
    '',
    ...(base64.match(/.{1,76}/g) ?? []),
  ]
}
