// twin.toml as understood: defaults, refusals by name, and never a value repeated. Relies on nothing.
import { describe, expect, test } from 'vitest'
import { Config, isLoopback, parseConfig, windowStart } from '../../protocol/config.ts'
import { secondsOf } from '../../protocol/configValues.ts'

const DEFAULTS = {
  mail: {
    accounts: [],
    exclude: [],
    skip_categories: [2, 3],
    store: '~/Library/Mail',
    accounts_db: '~/Library/Accounts/Accounts4.sqlite',
  },
  ranker: {
    engine: 'auto',
    model: 'gpt-oss:20b',
    host: 'http://127.0.0.1:11434',
    threshold: 4,
    parallel: 1,
    timeout: '60s',
    think: 'low',
  },
  brief: { folder: '~/Documents/Brief', file: '{date} mail.md', window: '24h', limit: 50, link_hosts: [] },
  schedule: { mail: ['05:25', '10:30', '14:20'] },
  operations: { list: 100, text: 20_000, calls: 120 },
  proposals: { rate: 60, expiry: '7d' },
  mcp: { workspaces: ['default'] },
  ui: { approve: false },
  jobs: {},
  plugins: {},
  agents: {},
  workspaces: {},
  accounts: {},
  actors: {},
  stages: { allow: ['bulk-read', 'spool', 'model', 'exec', 'net'] },
  dkim: { lookup: false },
}

/** What is said of a refused configuration; throws when it is taken. */
function refusalOf(text: string): string {
  const result = parseConfig(text)
  if (result.ok) throw new Error(`Cannot test a refusal: taken was ${text}`)
  expect(result.refusal.code).toBe('config')
  return result.refusal.is
}

describe('defaults', () => {
  test.each(['', '[mail]', '[mail]\n[ranker]\n[brief]\n[schedule]\n', '# nothing\n'])(
    'parseConfig gives every key its default for %j',
    text => {
      expect(parseConfig(text)).toEqual({ ok: true, value: DEFAULTS })
    },
  )

  test('a configuration without accounts has an empty allowlist', () => {
    expect(Config.parse({}).mail.accounts).toEqual([])
  })
})

describe('refusals', () => {
  test.each([
    ['an unknown section', '[nail]', '"nail"'],
    ['an unknown key', '[mail]\naccount = ["x y"]', '"mail.account"'],
    ['two unknown keys, both named', '[ranker]\nmodle = 1\nhots = 2', '"ranker.modle", "ranker.hots"'],
    ['a key at the top', 'account = ["Work"]', '"account"'],
    ['a list where accounts are tables', 'accounts = ["Work"]', 'accounts wants a table'],
    ['an account without a path', '[accounts.home]\nadapter = "maildir"', 'accounts.home.path'],
    ['an account of no adapter', '[accounts.home]\nadapter = "imap"\npath = "/m"', 'accounts.home.adapter'],
    [
      'an account by a relative path',
      '[accounts.home]\nadapter = "maildir"\npath = "Mail"',
      'accounts.home.path wants an absolute path',
    ],
    [
      'an account with the name of the parsed cache',
      '[accounts.parsed]\nadapter = "maildir"\npath = "/m"',
      'accounts wants another name than "parsed"',
    ],
    ['an actor that is a model and a program', '[actors.a]\nmodel = "m"\ncommand = ["/c"]', 'actors.a'],
    ['a model that may reach hosts', '[actors.a]\nmodel = "m"\nnet = ["example.org:443"]', 'actors.a'],
    ['a capability that no stage has', '[stages]\nallow = ["root"]', 'stages.allow.0'],
    ['a name server by name', '[dkim]\nserver = "dns.example.org:53"', 'dkim.server'],
    ['an empty entry', '[mail]\naccounts = [""]', 'mail.accounts.0'],
    ['a blank entry', '[mail]\nexclude = ["   "]', 'mail.exclude.0'],
    ['an entry of one character', '[mail]\naccounts = ["ok", "x"]', 'mail.accounts.1'],
    ['one character and blanks', '[mail]\naccounts = [" x "]', 'mail.accounts.0'],
    ['one letter in two code points', '[mail]\naccounts = ["e\u0301"]', 'mail.accounts.0'],
    ['one emoji', '[mail]\naccounts = ["😀"]', 'mail.accounts.0'],
    ['zero-width characters', '[mail]\nexclude = ["\u200B\u200B\u2060"]', 'mail.exclude.0'],
    ['no-break blanks', '[mail]\naccounts = ["\u00A0\u00A0"]', 'mail.accounts.0'],
    ['a string for a list', '[mail]\naccounts = "Work"', 'mail.accounts'],
    ['a host elsewhere', '[ranker]\nhost = "http://192.0.2.1:11434"', 'ranker.host'],
    ['a host by TLS', '[ranker]\nhost = "https://127.0.0.1:11434"', 'ranker.host'],
    ['an engine that is none', '[ranker]\nengine = "cloud"', 'ranker.engine'],
    ['a threshold past the scale', '[ranker]\nthreshold = 11', 'ranker.threshold'],
    ['a threshold that is no integer', '[ranker]\nthreshold = 4.5', 'ranker.threshold'],
    ['no lane', '[ranker]\nparallel = 0', 'ranker.parallel'],
    ['a timeout without a unit', '[ranker]\ntimeout = "60"', 'ranker.timeout'],
    ['a timeout of nothing', '[ranker]\ntimeout = "0s"', 'ranker.timeout'],
    ['a model with a blank', '[ranker]\nmodel = "a b"', 'ranker.model'],
    ['a file in another folder', '[brief]\nfile = "../x.md"', 'brief.file'],
    ['a file with a backslash', "[brief]\nfile = 'a\\b.md'", 'brief.file'],
    ['a file with a direction override', '[brief]\nfile = "\u202Ex.md"', 'brief.file'],
    ['a file of another kind', '[brief]\nfile = "x.txt"', 'brief.file'],
    ['a window backwards', '[brief]\nwindow = "-1h"', 'brief.window'],
    ['a limit of nothing', '[brief]\nlimit = 0', 'brief.limit'],
    ['a time that no clock shows', '[schedule]\nmail = ["24:00"]', 'schedule.mail.0'],
    ['text that is not TOML', '[mail', 'not TOML 1.0'],
    ['a key given twice', '[mail]\nstore = "a"\nstore = "b"', 'not TOML 1.0, line 3'],
    ['a store by a relative path', '[mail]\nstore = "Mail"', 'mail.store wants an absolute path'],
    ['another user’s home', '[mail]\naccounts_db = "~ann/x"', 'mail.accounts_db wants an absolute path'],
    [
      'a store with a NUL',
      String.raw`[mail]
store = "/a\u0000b"`,
      'mail.store wants a path without NUL',
    ],
    [
      'a vault with a NUL',
      String.raw`[brief]
folder = "/a\u0000b"`,
      'brief.folder wants a path without NUL',
    ],
    ['a vault without a name', '[brief]\nfolder = ""', 'brief.folder wants an absolute path'],
    ['a prototype', '[__proto__]\nx = 1', '"__proto__"'],
    ['a prototype of a section', '[mail]\n__proto__ = 1', '"__proto__"'],
    ['a prototype of an agent', '[agents.__proto__]\nnote = "x"', '"__proto__"'],
    ['a prototype in a list', '[mail]\naccounts = [{ __proto__ = 1 }]', '"__proto__"'],
  ])('parseConfig refuses a configuration with %s', (_, text, named) => {
    expect(refusalOf(text)).toContain(named)
  })

  test.each([
    ['[mail]\naccounts = "Work"', 'mail.accounts wants a list, for example ["Work"]'],
    ['[mail]\naccounts = [1]', 'mail.accounts.0 wants text in quotes'],
    ['[mail]\nskip_categories = [100]', 'mail.skip_categories.0 wants a whole number from 0 to 99'],
    ['[ranker]\nengine = "gpt"', 'ranker.engine wants one of "auto", "ollama", "rules"'],
    ['[ranker]\nthreshold = 11', 'ranker.threshold wants a whole number from 0 to 10'],
    ['[ranker]\nthreshold = "4"', 'ranker.threshold wants a whole number from 0 to 10'],
    ['[ranker]\ntimeout = 60', 'ranker.timeout wants a duration in quotes, for example "24h"'],
    ['[brief]\nlimit = 0', 'brief.limit wants a whole number from 1 to 200'],
    ['[schedule]\nmail = "05:25"', 'schedule.mail wants a list, for example ["05:25"]'],
  ])('parseConfig tells what a key wants instead of %j', (text, sentence) => {
    expect(refusalOf(text)).toBe(`twin.toml: ${sentence}`)
  })

  test('parseConfig never repeats a value that it refuses', () => {
    for (const text of [
      '[ranker]\nmodel = "secret phrase"',
      '[ranker]\nhost = "http://secret phrase"',
      '[ranker]\nengine = "secret phrase"',
      '[mail]\naccounts = [1, "secret phrase"]',
      '[brief]\nwindow = "secret phrase"',
      '[mail]\naccounts = ["secret phrase"',
    ])
      expect(refusalOf(text)).not.toContain('secret phrase')
  })
})

const news = (text: string): string => `[jobs.news]\ncommand = ["/usr/bin/news"]\n${text}`

describe('tables that a person names', () => {
  test('parseConfig takes a job, a plugin, an agent and a workspace with their defaults', () => {
    const result = parseConfig(`${news('')}
[plugins.notes]
command = ["/usr/bin/notes"]
[agents.claude]
[workspaces.home]
accounts = ["Family"]`)
    expect(result.ok && result.value).toMatchObject({
      jobs: {
        news: {
          command: ['/usr/bin/news'],
          at: [],
          timeout: '5m',
          reads: [],
          writes: [],
          network: 'none',
          items: false,
        },
      },
      plugins: { notes: { command: ['/usr/bin/notes'], timeout: '30s' } },
      agents: { claude: {} },
      workspaces: { home: { accounts: ['Family'] } },
    })
  })

  test.each([
    ['a name in capitals', '[agents.Claude]', 'agents.Claude'],
    ['a name with a blank', '[agents."a b"]', 'agents.a b'],
    ['a name that begins with a digit', '[workspaces.1a]', 'workspaces.1a'],
    ['a name that climbs', '[agents."../cli"]', 'agents.../cli'],
    ['a name of 33 letters', `[agents.${'a'.repeat(33)}]`, 'agents.a'],
    ['a job of the brief’s name', '[jobs.mail]\ncommand = ["/usr/bin/news"]', '"mail"'],
    ['a job without a command', '[jobs.news]', 'jobs.news.command'],
    ['a job of no words', '[jobs.news]\ncommand = []', 'jobs.news.command'],
    ['a job by a bare name', '[jobs.news]\ncommand = ["news"]', 'jobs.news.command wants an absolute path'],
    ['a job in one string', '[jobs.news]\ncommand = "/usr/bin/news"', 'jobs.news.command wants a list'],
    ['a job at a time that is none', news('at = ["25:00"]'), 'jobs.news.at.0'],
    ['a job on a network of a name', news('network = "internet"'), 'jobs.news.network'],
    ['a job on port 0', news('network = "loopback:0"'), 'jobs.news.network'],
    ['a job on a port past the last', news('network = "loopback:65536"'), 'jobs.news.network'],
    ['a job with a capability that is none', news('capability = "news"'), 'jobs.news.capability'],
    ['a job that reads a relative path', news('reads = ["x"]'), 'jobs.news.reads.0'],
    ['an unknown key of a job', news('shell = true'), '"jobs.news.shell"'],
    ['a plugin by a bare name', '[plugins.notes]\ncommand = ["notes"]', 'plugins.notes.command'],
    ['an unknown key of an agent', '[agents.claude]\ndoors = ["cli"]', '"agents.claude.doors"'],
    ['a workspace of one letter', '[workspaces.home]\naccounts = ["x"]', 'workspaces.home.accounts.0'],
    ['workspaces of agents that are no list', '[mcp]\nworkspaces = "default"', 'mcp.workspaces'],
    ['a list of nothing', '[operations]\nlist = 0', 'operations.list'],
    ['a text of nothing', '[operations]\ntext = 99', 'operations.text'],
    ['no call a minute', '[operations]\ncalls = 0', 'operations.calls'],
    ['a rate of nothing', '[proposals]\nrate = 0', 'proposals.rate'],
    ['a page that approves by a word', '[ui]\napprove = "yes"', 'ui.approve wants true or false'],
    ['a host with a scheme', '[brief]\nlink_hosts = ["https://a.example"]', 'brief.link_hosts.0'],
    ['a host of one label', '[brief]\nlink_hosts = ["localhost"]', 'brief.link_hosts.0'],
  ])('parseConfig refuses %s', (_, text, named) => {
    expect(refusalOf(text)).toContain(named)
  })

  test.each(['none', 'open', 'loopback:1', 'loopback:65535'])('parseConfig takes the network %s', network => {
    expect(parseConfig(news(`network = "${network}"`)).ok).toBe(true)
  })
})

test.each([
  ['90s', 90],
  ['5m', 300],
  ['24h', 86_400],
  ['2d', 172_800],
])('secondsOf reads the duration %s in seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds)
})

test('windowStart goes back by the length of a window and never before 1970', () => {
  expect(windowStart('24h', 86_401)).toBe(1)
  expect(windowStart('999999d', 1_796_016_300)).toBe(0)
})

test.each(['', '5', 'h', '5w', 'xh'])('secondsOf throws for %j, which no configuration holds', text => {
  expect(() => secondsOf(text)).toThrow(RangeError)
})

test.each([
  'http://127.0.0.1:11434',
  'http://localhost:1',
  'http://[::1]:11434',
  'http://127.9.9.9',
  'http://localhost/',
])('isLoopback takes %s as this machine', text => {
  expect(isLoopback(text)).toBe(true)
})

test.each([
  'http://0.0.0.0:11434',
  'http://example.com',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://user@127.0.0.1',
  'http://127.0.0.1@evil.example',
  'http://[::ffff:127.0.0.1]',
  'https://localhost',
  'file:///etc/passwd',
  'http://127.0.0.1/path',
  'http://127.0.0.1/?q',
  '127.0.0.1:11434',
  '',
])('isLoopback refuses %j as another machine', text => {
  expect(isLoopback(text)).toBe(false)
})
