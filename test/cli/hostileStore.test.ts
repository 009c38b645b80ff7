// No text of a hostile store reaches a terminal raw, in any command of any program, as text or as JSON; the control shows that
// it would act.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, expect, test } from 'vitest'
import { program } from '../../cli/program.ts'
import { pathOf } from '../../cli/twin.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import { MailList } from '../../protocol/mailOutput.ts'
import { pathsOf, socketOf } from '../../protocol/paths.ts'
import { awkwardStore } from '../fixtures/awkward.ts'
import { ATTACKS, hostileStore } from './hostileStore.ts'
import { inTerminal, obeyed } from './terminal.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, homeWithStore, twin, twinFile } from './twinProcess.ts'

const home = homeWithStore(hostileStore(Math.floor(Date.now() / 1000)), ['Work'], temporaryFolder(afterAll))

/** Command lines of every command, and words of the store that prove its text was shown where the command shows any. */
const COMMANDS: readonly (readonly [string, RegExp])[] = [
  ['init', /kept/],
  ['init --json', /kept/],
  ['check', /accounts/],
  ['check --json', /accounts/],
  ['mail diagnose', /open before and after/],
  ['mail diagnose --json', /"open"/],
  ['mail probe', /Elsewhere/],
  ['mail probe --json', /Elsewhere/],
  ['mail collect', /seen clear/],
  ['mail collect --json', /seen clear/],
  ['mail list', /seen clear/],
  ['mail list --json', /seen clear/],
  ['mail accounts', /Elsewhere/],
  ['mail accounts --json', /Elsewhere/],
  ['mail mailboxes', /Odd/],
  ['mail mailboxes --json', /Odd/],
  ['brief --engine rules --dry-run', /seen clear/],
  ['brief --engine rules --dry-run --json', /seen clear/],
  ['brief --engine rules', /worth reading/],
  ['brief --engine rules --json', /seen clear/],
  ['brief show', /seen clear/],
  ['brief show --json', /seen clear/],
  ['ops call mail.list', /seen clear/],
  ['ops call brief.show --json', /seen clear/],
  ['jobs run mail', /done/],
]

/** What shows no text of the store, once each: nothing of it may slip in either. */
const WITHOUT_MAIL: readonly (readonly [string, RegExp])[] = [
  ['status', /twind does not run/],
  ['jobs list', /mail/],
  ['jobs show mail', /mail/],
  ['runs list', /No run is kept/],
  ['accounts list', /No mailbox yet/],
  ['schedule list', /05:25/],
  ['schedule pause', /paused/],
  ['schedule resume', /follows its times/],
  ['proposals list', /No proposal is listed/],
  ['apply list', /no \[apply/],
  ['exposure list', /mail\.list/],
  ['exposure set mail.list off', /mail\.list/],
  ['policy', /mail\.read/],
  ['audit list', /status/],
  ['audit verify', /intact/],
  ['ops list', /mail\.list/],
  ['ops show mail.list', /mail\.list/],
  ['menu', /twin/],
  ['openapi', /3\.1\.0/],
  ['completion bash', /_twin/],
  ['man', /TWIN 1/],
]
/** Refused on this store; what they print of it is a refusal. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['mail show h_aaaaaaaaaaaaaaaaaaaaaaaaaa', /no list that was given to you/],
  ['run receipts', /cannot be read/],
  ['run check receipts', /cannot be read/],
  ['runs show receipts.1796059500-0123456789abcdef', /there is no run/],
  ['runs resume receipts.1796059500-0123456789abcdef', /there is no run/],
  ['proposals show p_aaaaaaaaaaaaaaaaaaaaaaaaaa', /no proposal with this id/],
  ['proposals refuse p_aaaaaaaaaaaaaaaaaaaaaaaaaa', /no proposal with this id/],
  ['proposals approve p_aaaaaaaaaaaaaaaaaaaaaaaaaa', /no proposal with this id/],
  ['proposals undo p_aaaaaaaaaaaaaaaaaaaaaaaaaa', /no proposal with this id/],
  ['accounts add maildir /nowhere --name home', /cannot be used/],
  ['sync home', /no account/],
  ['search home x', /no account/],
  ['apply run task', /does not allow this/],
  ['ui', /twind does not run/],
  ['menu approve p_aaaaaaaaaaaaaaaaaaaaaaaaaa 0', /not the id and the digest/],
  ['menu refuse p_aaaaaaaaaaaaaaaaaaaaaaaaaa 0', /not the id and the digest/],
]

test.each(COMMANDS)(
  'twin %s keeps the control characters of a hostile store from a terminal',
  async (line, shown) => {
    const { code, sent } = await inTerminal([twinFile, ...line.split(' ')], environment(home), 200)
    expect(obeyed(sent)).toBe('')
    expect(sent).toMatch(shown)
    expect(code).toBe(0)
  },
)

test.each(WITHOUT_MAIL)('twin %s shows no control character beside a hostile store', async (line, shown) => {
  const { code, sent } = await inTerminal([twinFile, ...line.split(' ')], environment(home), 200)
  expect(obeyed(sent)).toBe('')
  expect(sent).toMatch(shown)
  expect(code).toBe(0)
})

test.each(REFUSED)('twin %s is refused without a control character', async (line, shown) => {
  const { code, sent } = await inTerminal([twinFile, ...line.split(' ')], environment(home), 200)
  expect(obeyed(sent)).toBe('')
  expect(sent).toMatch(shown)
  expect(code).not.toBe(0)
})

test('twin mail show keeps the control characters of a hostile message from a terminal', async () => {
  const listed = await twin(['mail', 'list', '--json'], environment(home))
  const { messages } = MailList.parse(JSON.parse(listed.stdout))
  expect(messages).toHaveLength(Object.keys(ATTACKS).length)
  for (const { handle } of messages.slice(0, 3)) {
    const { code, sent } = await inTerminal([twinFile, 'mail', 'show', handle], environment(home), 200)
    expect([code, obeyed(sent)]).toEqual([0, ''])
    expect(sent).toContain('deadline today')
  }
})

const rulesHome = homeWithStore(
  hostileStore(Math.floor(Date.now() / 1000)),
  ['Work'],
  temporaryFolder(afterAll),
)
writeFileSync(
  join(rulesHome, 'twin.toml'),
  `${readFileSync(join(rulesHome, 'twin.toml'), 'utf8')}\n[ranker]\nengine = "rules"\n`,
)
const answers = pathsOf({ TWIN_HOME: rulesHome }).mail
const NONCE = `1-1-${'a'.repeat(32)}`

/** Requests that wait for a drain: a good one, and one of a hostile name. */
function leaveRequests(): void {
  const expires = Math.floor(Date.now() / 1000) + 600
  const request = { v: 1, nonce: NONCE, op: 'collect', since: expires - 86_400, expires }
  mkdirSync(answers, { recursive: true, mode: 0o700 })
  writeFileSync(join(answers, `request-${NONCE}.json`), JSON.stringify(request))
  writeFileSync(join(answers, `request-${ATTACKS['clear']}${ATTACKS['c1']}.json`), '{')
}

/** The command lines of the two programs that twin itself or a timer starts, and what each must have printed. */
const OTHERS: readonly (readonly [string, RegExp])[] = [
  ['twind --help', /Usage: twind/],
  ['twind --version', /^twind \d/],
  ['twin-mail', /^$/],
  ['twin-mail --help', /Usage: twin-mail/],
  ['twin-mail --version', /^twin-mail \d/],
  ...['network', 'files', 'exec'].flatMap((which): [string, RegExp][] => [
    [`twin-mail selftest-${which}`, /acts are blocked/],
    [`twin-mail selftest-${which} --json`, /"held":true/],
  ]),
]

test.each(OTHERS)(
  '%s keeps the control characters of a hostile store from a terminal',
  async (line, shown) => {
    leaveRequests()
    const [name = '', ...words] = line.split(' ')
    const script = join(dirname(twinFile), `${name}.cjs`)
    const { code, sent } = await inTerminal([script, ...words], environment(rulesHome), 200)
    expect(obeyed(sent)).toBe('')
    expect(sent).toMatch(shown)
    expect(code).toBe(0)
  },
)

/** Starts twind, has it make a brief, and ends it: all in the terminal of this process. */
const WITH_TWIND = `
const { spawn, spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const [twind, twin, socket] = process.argv.slice(1)
const child = spawn(process.execPath, [twind], { stdio: 'inherit' })
const look = setInterval(() => {
  if (!existsSync(socket)) return
  clearInterval(look)
  const { status } = spawnSync(process.execPath, [twin, 'brief'], { stdio: 'inherit' })
  child.on('exit', code => process.exit(code || status))
  child.kill()
}, 50)
`

test('twind keeps the control characters of a hostile store from a terminal while it makes a brief', async () => {
  const socket = socketOf(pathsOf({ TWIN_HOME: rulesHome }), 'cli', null)
  const words = ['-e', WITH_TWIND, join(dirname(twinFile), 'twind.cjs'), twinFile, socket]
  const { code, sent } = await inTerminal(words, environment(rulesHome), 200)
  expect([code, obeyed(sent)]).toEqual([0, ''])
  expect(sent).toContain('worth reading')
  const vault = join(rulesHome, 'vault')
  const notes = readdirSync(vault).map(name => readFileSync(join(vault, name), 'utf8'))
  expect(notes.join('')).toContain('seen clear')
})

test('twin-mail has the text of the hostile store in hand when it drains', async () => {
  leaveRequests()
  await inTerminal([join(dirname(twinFile), 'twin-mail.cjs')], environment(rulesHome))
  expect(readFileSync(join(answers, `response-${NONCE}.json`), 'utf8')).toContain('seen clear')
})

test('every program that package.json installs is tried on the hostile store', () => {
  const { bin } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { bin: object }
  const tried = new Set(['twin', ...OTHERS.map(([line]) => line.split(' ')[0])])
  expect([...tried].sort()).toEqual(Object.keys(bin).sort())
})

test('every command of twin is tried on the hostile store', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
  const named = leaves(
    program(
      async () => {},
      () => {},
    ),
  ).map(command => pathOf(command).replace('twin ', ''))
  const lines = [...COMMANDS, ...WITHOUT_MAIL, ...REFUSED].map(([line]) => `${line} `)
  const untried = named.filter(name => !lines.some(line => line.startsWith(`${name} `)))
  expect(untried.sort()).toEqual(['daemon', 'demo maildir', 'help', 'mcp'])
})

test.each(['mail probe', 'mail collect', 'mail collect --json', 'brief --engine rules --dry-run'])(
  'twin %s keeps the awkward rows of a store from acting on a terminal',
  async line => {
    const awkward = homeWithStore(awkwardStore(Math.floor(Date.now() / 1000)), ['example'])
    const { code, sent } = await inTerminal([twinFile, ...line.split(' ')], environment(awkward), 200)
    expect([code, obeyed(sent)]).toEqual([0, ''])
    expect(sent).toContain('Office 365')
  },
)

test('every attack of a hostile store is shown as text by twin mail collect', async () => {
  const { sent } = await inTerminal([twinFile, 'mail', 'collect'], environment(home), 400)
  for (const name of Object.keys(ATTACKS)) expect(sent).toContain(`seen ${name}`)
  expect(sent).toContain('evil.example')
})

test.each(Object.entries(ATTACKS))(
  'unsanitised text of a hostile store does act on a terminal: %s',
  async (_name, attack) => {
    const source = `process.stdout.write(${JSON.stringify(attack)})`
    const { sent } = await inTerminal(['-e', source], environment('/nowhere'))
    expect(obeyed(sent)).not.toBe('')
  },
)

test('a narrow terminal gets stacked rows and no control character either', async () => {
  const { code, sent } = await inTerminal([twinFile, 'mail', 'collect'], environment(home), 30)
  expect([code, obeyed(sent)]).toEqual([0, ''])
  expect(sent).toContain('subject: ')
})

test('a refusal that names a hostile folder shows none of its control characters', async () => {
  const hostile = join(temporaryFolder(), `h${ATTACKS['clear']}${ATTACKS['bidi']}${ATTACKS['c1']}`)
  for (const line of [
    'check',
    'brief',
    'mail collect',
    'init',
    'check',
    'check --json',
    'demo --keep /proc/nothing',
  ]) {
    const { sent } = await inTerminal([twinFile, ...line.split(' ')], environment(hostile))
    expect(obeyed(sent)).toBe('')
    expect(sent).not.toBe('')
  }
})

test('a terminal is coloured unless NO_COLOR or a dumb terminal says otherwise', async () => {
  const sgr = '\u001B['
  const words = [twinFile, 'nothing']
  expect((await inTerminal(words, environment('/nowhere'))).sent).toContain(sgr)
  expect((await inTerminal(words, environment('/nowhere', { NO_COLOR: '1' }))).sent).not.toContain(sgr)
  expect((await inTerminal(words, environment('/nowhere', { TERM: 'dumb' }))).sent).not.toContain(sgr)
})

test('a progress bar with a count and an estimate shows on a terminal while ranking, and not with --json', async () => {
  const words = [twinFile, 'brief', '--engine', 'rules', '--dry-run']
  expect((await inTerminal(words, environment(home))).sent).toMatch(
    /working .* \d+\/10, (?:\d+s left|no estimate yet)/,
  )
  expect((await inTerminal([...words, '--json'], environment(home))).sent).not.toContain('working')
})

test('twin demo keeps the hostile mail of its mailbox from a terminal', async () => {
  const folder = temporaryFolder()
  const { code, sent } = await inTerminal(
    [twinFile, 'demo', '--keep', join(folder, 'demo')],
    environment(folder),
  )
  expect([code, obeyed(sent)]).toEqual([0, ''])
  expect(sent).toContain('Mail, ')
})
