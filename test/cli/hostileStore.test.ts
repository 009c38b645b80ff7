// No text of a hostile store reaches a terminal raw, in any command, as text or as JSON; the control shows that it would act.
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, expect, test } from 'vitest'
import { program } from '../../cli/program.ts'
import { pathOf } from '../../cli/twin.ts'
import { awkwardStore } from '../fixtures/awkward.ts'
import { ATTACKS, hostileStore } from './hostileStore.ts'
import { inTerminal, obeyed } from './terminal.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, homeWithStore, twinFile } from './twinProcess.ts'

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
  ['brief --engine rules --dry-run', /seen clear/],
  ['brief --engine rules --dry-run --json', /seen clear/],
  ['brief --engine rules', /worth reading/],
  ['brief --engine rules --json', /seen clear/],
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

test('every command of twin is tried on the hostile store', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
  const named = leaves(
    program(
      async () => {},
      () => {},
    ),
  ).map(command => pathOf(command).replace('twin ', ''))
  const tried = (name: string) => COMMANDS.filter(([line]) => `${line} `.startsWith(`${name} `))
  for (const name of named.filter(each => each !== 'demo' && each !== 'help'))
    expect(tried(name).length, name).toBeGreaterThanOrEqual(2)
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
    /ranking .* \d+\/10 messages, (?:\d+s left|no estimate yet)/,
  )
  expect((await inTerminal([...words, '--json'], environment(home))).sent).not.toContain('ranking')
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
