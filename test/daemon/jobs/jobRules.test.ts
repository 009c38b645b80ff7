// Which jobs may not be: every way that a table could name private data together with a way out, through links and parents too.
// Real folders and links; each refusal has a table beside it that is allowed.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { placesOf, surroundingsOf } from '../../../daemon/jobs/jobPlaces.ts'
import { jobRemarks } from '../../../daemon/jobs/jobRemarks.ts'
import { jobProblems } from '../../../daemon/jobs/jobRules.ts'
import { realPlace } from '../../../daemon/realPlace.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { systemTrees } from '../../../native/systemPlaces.ts'
import { type Config, parseConfig } from '../../../protocol/config.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

interface Table {
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly network?: string
  readonly command?: readonly string[]
}

/** A home with mail, a vault, state and two folders of the person's own. */
function home() {
  const root = temporaryFolder()
  const at = join(root, 'home')
  const folders = [
    'Mail/V10',
    'Vault/Brief/sub',
    'own/deep',
    'out',
    '.config/twin',
    '.local/state/twin/spool',
  ]
  for (const folder of folders) mkdirSync(join(at, folder), { recursive: true })
  writeFileSync(join(at, 'Accounts.sqlite'), '')
  writeFileSync(join(at, 'script.py'), '')
  writeFileSync(join(at, 'Mail/script.py'), '')
  symlinkSync(join(at, 'Mail'), join(at, 'own/link'))
  symlinkSync(join(at, 'own/link'), join(at, 'own/link-to-link'))
  symlinkSync(join(at, 'Mail/V10'), join(at, 'own/deep/inside'))
  symlinkSync(join(at, 'Vault/Brief'), join(at, 'own/vault'))
  return at
}
const configOf = (jobs: Readonly<Record<string, Table>>, more = ''): Config => {
  const table = ([name, { reads = [], writes = [], network = 'none', command = ['/usr/bin/true'] }]: [
    string,
    Table,
  ]) =>
    `[jobs.${name}]\ncommand = ${JSON.stringify(command)}\nreads = ${JSON.stringify(reads)}\nwrites = ${JSON.stringify(writes)}\nnetwork = "${network}"\n`
  const text = `[mail]\nstore = "~/Mail"\naccounts_db = "~/Accounts.sqlite"\n[brief]\nfolder = "~/Vault/Brief"\n${Object.entries(jobs).map(table).join('')}${more}`
  const config = parseConfig(text)
  if (!config.ok) throw new Error(config.refusal.is)
  return config.value
}
const problems = (at: string, jobs: Readonly<Record<string, Table>>, more = ''): string[] => {
  const config = configOf(jobs, more)
  const around = surroundingsOf(config, { paths: pathsOf({ HOME: at }), home: at })
  return jobProblems(placesOf(config.jobs, at), around).map(({ is }) => is)
}

describe('an open job', () => {
  test.each([
    ['the mail store', '~/Mail'],
    ['a folder below the mail store', '~/Mail/V10'],
    ['what is not there yet below the mail store', '~/Mail/V11/new'],
    ['the database of accounts', '~/Accounts.sqlite'],
    ['the home, which holds them all', '~'],
    ['the root', '/'],
    ['the folder of the notes', '~/Vault/Brief'],
    ['the vault above it', '~/Vault'],
    ['a folder below the notes', '~/Vault/Brief/sub'],
    ['the state', '~/.local/state/twin'],
    ['a folder of the state', '~/.local/state/twin/spool'],
    ['the configuration', '~/.config/twin'],
    ['what is above the configuration', '~/.config'],
    ['a link to the mail store', '~/own/link'],
    ['a link to a link to it', '~/own/link-to-link'],
    ['a link from deep within', '~/own/deep/inside'],
    ['a path through a link', '~/own/link/V10'],
    ['a path with ..', '~/own/../Mail'],
    ['a link to the notes', '~/own/vault'],
  ])('an open job may not read %s, a confined one may', (_, path) => {
    const at = home()
    expect(problems(at, { news: { reads: [path], network: 'open' } })).not.toEqual([])
    expect(problems(at, { news: { reads: [path] } })).toEqual([])
    expect(problems(at, { news: { reads: [path], network: 'loopback:80' } })).toEqual([])
  })
  test('an open job may not read the mail of an account that has an adapter', () => {
    const at = home()
    const account = '[accounts.home]\nadapter = "maildir"\npath = "~/out"\n'
    const news = { reads: ['~/out'], network: 'open' }
    expect(problems(at, { news }, account)).toHaveLength(1)
    expect(problems(at, { news })).toEqual([])
  })
  test('an open job may read a folder of the person that is none of these', () => {
    const at = home()
    const more = ['~/own/deep', '~/out', '~/script.py', '~/Mai', '~/Mail2']
    expect(problems(at, { news: { reads: more, network: 'open' } })).toEqual([])
  })
  test('an open job may not start a program, or name a script, that lies in private places', () => {
    const at = home()
    const open = { network: 'open' } as const
    expect(problems(at, { news: { ...open, command: [join(at, 'Mail/script.py')] } })).toHaveLength(1)
    expect(
      problems(at, { news: { ...open, command: ['/usr/bin/python3', join(at, 'Mail/script.py')] } }),
    ).toHaveLength(1)
    expect(problems(at, { news: { ...open, command: ['/usr/bin/python3', join(at, 'script.py')] } })).toEqual(
      [],
    )
  })
  test('two names of one folder are seen to be one', () => {
    const at = home()
    const [place, same, other] = ['Mail', 'own/link', 'own'].map(name => realPlace(join(at, name)))
    expect(place?.steps[0]).toBe(same?.steps[0])
    expect(place?.steps[0]).not.toBe(other?.steps[0])
    const config = configOf({ news: { reads: ['~/own'], network: 'open' } })
    const around = surroundingsOf(config, { paths: pathsOf({ HOME: at }), home: at })
    // As a bind mount would show it: another path, the same folder.
    const bound = { path: '/elsewhere/Mail/V10', steps: ['x', place?.steps[0] ?? '', '/'] }
    const [job] = placesOf(config.jobs, at)
    if (!job) throw new Error('Cannot test: no job')
    expect(jobProblems([{ ...job, reads: [bound] }], around)).toHaveLength(1)
    expect(jobProblems([{ ...job, reads: [{ ...bound, steps: ['x', 'y', '/'] }] }], around)).toEqual([])
  })
})

describe('jobs that hand something on', () => {
  test('an open job may not read what another job writes, above it, in it or below it', () => {
    const at = home()
    const mail = { reads: ['~/Mail'], writes: ['~/out'] }
    for (const path of ['~/out', '~/out/x', '~'])
      expect(problems(at, { mail2: mail, send: { reads: [path], network: 'open' } }), path).not.toEqual([])
    expect(problems(at, { mail2: mail, send: { reads: ['~/own/deep'], network: 'open' } })).toEqual([])
    expect(problems(at, { mail2: mail, send: { reads: ['~/out'] } })).toEqual([])
  })
  test('an open job may not write where another job writes: it could read it there', () => {
    const at = home()
    const mail = { reads: ['~/Mail'], writes: ['~/out'] }
    expect(problems(at, { mail2: mail, send: { writes: ['~/out'], network: 'open' } })).toHaveLength(1)
    expect(problems(at, { mail2: mail, send: { writes: ['~/own/deep'], network: 'open' } })).toEqual([])
  })
  test('a chain of jobs never ends at an open one', () => {
    const at = home()
    const chain = {
      first: { reads: ['~/Mail'], writes: ['~/out'] },
      second: { reads: ['~/out'], writes: ['~/own/deep'] },
      third: { reads: ['~/own/deep'], network: 'open' },
    }
    expect(problems(at, chain)).toHaveLength(1)
    expect(problems(at, { ...chain, third: { reads: ['~/own/deep'] } })).toEqual([])
  })
  test.each(systemTrees())('no chain of jobs leads through %s, which an open job reads unasked', tree => {
    const at = home()
    const chain = (out: string) => ({
      first: { reads: ['~/Mail'], writes: [out] },
      last: { network: 'open' },
    })
    expect(problems(at, chain(`${tree}/out`)).join()).toContain('what every program may read')
    expect(problems(at, chain('~/out'))).toEqual([])
  })
  test('an open job may read again what it wrote itself', () => {
    const at = home()
    expect(problems(at, { news: { reads: ['~/out'], writes: ['~/out'], network: 'open' } })).toEqual([])
  })
})

describe('what no job may write', () => {
  test.each([
    ['the state', '~/.local/state/twin'],
    ['a folder of the state', '~/.local/state/twin/spool'],
    ['the configuration', '~/.config/twin'],
    ['the mail store', '~/Mail'],
    ['a link into the mail store', '~/own/deep/inside'],
    ['the home', '~'],
    ['the folder of the notes', '~/Vault/Brief'],
    ['the vault that holds it', '~/Vault'],
    ['a link to the notes', '~/own/vault'],
    ['the program of another job', '~/script'],
    ["twin's own program", packageRoot],
    ['where node lies', process.execPath],
    ['a folder of the system', '/usr/share'],
    ['a folder of the system that is not there yet', '/usr/share/of-a-job/out'],
    ['the folder of files that every program may read', '/etc'],
  ])('a job may not write %s, whatever its network', (_, path) => {
    const at = home()
    mkdirSync(join(at, 'script'))
    writeFileSync(join(at, 'script/other.py'), '')
    const other = { command: ['/usr/bin/python3', join(at, 'script/other.py')] }
    expect(problems(at, { news: { writes: [path] }, other })).not.toEqual([])
  })
  test('a job may write a folder of the person, also one below the notes', () => {
    const at = home()
    expect(problems(at, { news: { writes: ['~/out', '~/Vault/Brief/sub'] } })).toEqual([])
  })
  test('a job may not write the program of a plugin', () => {
    const at = home()
    const plugin = `[plugins.notes]\ncommand = ["/usr/bin/python3", "${at}/script.py"]\n`
    mkdirSync(join(at, 'plain'))
    expect(problems(at, { news: { writes: [join(at, 'script.py')] } }, plugin)).toHaveLength(1)
    expect(problems(at, { news: { writes: ['~/plain'] } }, plugin)).toEqual([])
  })
})

describe('jobRemarks', () => {
  const remarks = (at: string, jobs: Readonly<Record<string, Table>>) =>
    jobRemarks(configOf(jobs), pathsOf({ HOME: at }), at)

  test('jobRemarks says what may not run, and why', () => {
    const at = home()
    expect(remarks(at, { news: { reads: ['~/Mail'], network: 'open' } })[0]).toBe(
      `jobs.news has network = "open" and could read ${JSON.stringify(join(at, 'Mail'))}, which is, holds or lies in the mail store: it is not run`,
    )
  })
  test.skipIf(process.platform !== 'linux')(
    'jobRemarks says that a port on Linux is that port on any host, and what the job could read',
    () => {
      const at = home()
      expect(remarks(at, { news: { network: 'loopback:8080' } })).toContain(
        'jobs.news has network = "loopback:8080": on Linux that means port 8080 on any host',
      )
      expect(remarks(at, { news: { network: 'loopback:8080', reads: ['~'] } }).join()).toContain(
        'port 8080 on any host, and this job could read the mail store',
      )
      expect(remarks(at, { news: {} }).join()).not.toContain('any host')
    },
  )
  test('jobRemarks says where a job could read mail that twin itself would not', () => {
    const at = home()
    const said =
      'jobs.news could read the mail store, whatever [mail] and "mail.read" say: they bound what twin reads'
    expect(remarks(at, { news: { reads: ['~/own/link'] } })).toContain(said)
    expect(remarks(at, { news: { reads: ['~/out'] } })).not.toContain(said)
  })
  test('jobRemarks names what is not there, times given twice, and a job without times', () => {
    const at = home()
    const said = remarks(at, {
      news: { reads: ['~/nowhere'], writes: ['~/out'], command: ['/no/program'] },
    }).join('\n')
    expect(said).toContain('jobs.news reads')
    expect(said).toContain('/nowhere')
    expect(said).toContain('jobs.news starts "/no/program"')
    expect(said).not.toContain('writes')
    expect(said).toContain('jobs.news has no times')
    const config = parseConfig('[jobs.news]\ncommand = ["/usr/bin/true"]\nat = ["05:00", "05:00"]\n')
    if (!config.ok) throw new Error(config.refusal.is)
    expect(jobRemarks(config.value, pathsOf({ HOME: at }), at)).toEqual([
      'jobs.news.at names a time twice: once is enough',
    ])
  })
})
