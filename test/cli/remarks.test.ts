// What `twin check` adds to a configuration that parses.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { remarks } from '../../cli/remarks.ts'
import { parseConfig } from '../../protocol/config.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { parsePolicy } from '../../protocol/policy.ts'
import { temporaryFolder } from './temporaryFolder.ts'

function remarksOf(twin: string, policy: string, home: string): string[] {
  const config = parseConfig(twin)
  const grants = parsePolicy(policy)
  if (!config.ok || !grants.ok) throw new Error('the configuration of the test does not parse')
  return remarks(
    { config: config.value, policy: grants.value },
    { paths: pathsOf({ TWIN_HOME: join(home, 'twin') }), home },
  )
}

function completeHome(): string {
  const home = temporaryFolder()
  for (const folder of ['Library/Mail', 'Library/Accounts', 'Documents/Brief'])
    mkdirSync(join(home, folder), { recursive: true })
  writeFileSync(join(home, 'Library/Accounts/Accounts4.sqlite'), '')
  return home
}

const READ = '[capabilities]\n"mail.read" = "auto"\n"brief.write" = "auto"\n'

describe('remarks', () => {
  test('finds nothing in a configuration that names an account and existing folders', () => {
    expect(remarksOf('[mail]\naccounts = ["Work"]', READ, completeHome())).toEqual([])
  })

  test('says nothing of Apple Mail where a mailbox of its own is all that is there', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'Documents/Brief'), { recursive: true })
    mkdirSync(join(home, 'Maildir'))
    expect(remarksOf('[accounts.home]\nadapter = "maildir"\npath = "~/Maildir"', READ, home)).toEqual([])
  })

  test.each([
    ['mail.accounts is empty', '', READ],
    ['twin reads nothing, and "twin brief" is refused', '[mail]\naccounts = ["Work"]', ''],
    ['exclude wins', '[mail]\naccounts = ["Work"]\nexclude = ["WORK"]', READ],
    ['mail.accounts_db is no file', '[mail]\naccounts_db = "~/Library"', READ],
    ['brief.folder does not exist', '[brief]\nfolder = "~/Vault"', READ],
    ['brief.folder is no folder', '[brief]\nfolder = "~/Library/Accounts/Accounts4.sqlite"', READ],
    ['brief.file has no {date}', '[brief]\nfile = "mail.md"', READ],
    ['forwards to another machine', '[ranker]\nmodel = "gpt-oss:120b-cloud"', READ],
    ['ranker.threshold is 0', '[ranker]\nthreshold = 0', READ],
    ['names a time twice', '[schedule]\nmail = ["05:25", "05:25"]', READ],
    ['sets mail.send to propose', '', `${READ}"mail.send" = "propose"\n`],
    ['brief.write to auto: no brief is written', '', '[capabilities]\n"mail.read" = "auto"\n'],
    ['names job.nws, and nothing of that name', '', `${READ}"job.nws" = "auto"\n`],
    ['does not allow job.news: jobs.news does not run', '[jobs.news]\ncommand = ["/bin/true"]', READ],
    [
      'does not allow plugin.notes: plugins.notes is not used',
      '[plugins.notes]\ncommand = ["/bin/true"]',
      READ,
    ],
    [
      'does not allow apply.task: apply.task cannot be proposed',
      '',
      `${READ}[apply.task]\nargv = ["/bin/true"]\n`,
    ],
    ['mcp.workspaces is empty', '[mcp]\nworkspaces = []', READ],
    ['accounts.home.path does not exist', '[accounts.home]\nadapter = "maildir"\npath = "~/None"', READ],
    [
      "accounts.home.path overlaps with twin's configuration: it is not read",
      '[accounts.home]\nadapter = "maildir"\npath = "~/twin/mail"',
      READ,
    ],
    [
      'accounts.work.path overlaps with the mail of accounts.home',
      '[accounts.home]\nadapter = "maildir"\npath = "~/Library"\n[accounts.work]\nadapter = "maildir"\npath = "~/Library/x"',
      READ,
    ],
    [
      'accounts.home.sent is empty: nobody counts as known',
      '[accounts.home]\nadapter = "maildir"\npath = "~/Library"\nsent = []',
      READ,
    ],
    [
      'accounts.home names "INBOX" as its inbox and for another use',
      '[accounts.home]\nadapter = "maildir"\npath = "~/Library"\ntrash = "INBOX"',
      READ,
    ],
    ['jobs.news has no times', '[jobs.news]\ncommand = ["/bin/true"]', READ],
  ])('says where it applies that %s', (part, twin, policy) => {
    expect(remarksOf(twin, policy, completeHome()).some(note => note.includes(part))).toBe(true)
  })

  test('names a configuration that other users may change', () => {
    const home = completeHome()
    mkdirSync(join(home, 'twin'))
    writeFileSync(join(home, 'twin/policy.toml'), '')
    chmodSync(join(home, 'twin'), 0o775)
    chmodSync(join(home, 'twin/policy.toml'), 0o602)
    expect(remarksOf('[mail]\naccounts = ["Work"]', READ, home)).toEqual([
      `other users may change "${home}/twin": run "chmod go-w" on it`,
      `other users may change "${home}/twin/policy.toml": run "chmod go-w" on it`,
    ])
  })

  test('says of a vault whose last part is missing that twin makes it', () => {
    const notes = remarksOf('[mail]\naccounts = ["Work"]\n[brief]\nfolder = "~/Vault"', READ, completeHome())
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(/^brief\.folder does not exist: ".*\/Vault": twin makes it$/)
  })
})
