// The profile of a program that is not twin's, as data: what its table grants, what it never grants, and what is refused.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchProgram, programProfile, type ProgramTable } from '../../native/programProfile.ts'
import { systemFiles, systemTrees } from '../../native/systemPlaces.ts'
import type { ProgramProfile } from '../../protocol/profile.ts'

let folder: string
let table: ProgramTable
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-profile-')))
  for (const name of ['reads', 'writes', 'temporary', 'state']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'file'), '')
  writeFileSync(join(folder, 'program'), '#!/bin/sh\n')
  symlinkSync(join(folder, 'program'), join(folder, 'link'))
  symlinkSync(join(folder, 'reads'), join(folder, 'reads-link'))
  table = {
    command: [join(folder, 'link'), '--today'],
    reads: [join(folder, 'reads-link'), join(folder, 'file')],
    writes: [join(folder, 'writes')],
    network: 'none',
    temporary: join(folder, 'temporary'),
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const made = (changes: Partial<ProgramTable> = {}): ProgramProfile => {
  const profile = programProfile('jobs.news', { ...table, ...changes })
  if (!profile.ok) throw new Error(profile.refusal.is)
  return profile.value
}

describe('programProfile', () => {
  test('programProfile grants the real paths of the table, the temporary folder and the system', () => {
    expect(made()).toEqual({
      name: 'jobs.news',
      program: join(folder, 'program'),
      files: [...systemFiles(), join(folder, 'file')],
      trees: [...systemTrees(), join(folder, 'reads')],
      writes: [join(folder, 'writes'), join(folder, 'temporary')],
      temporary: join(folder, 'temporary'),
      network: 'none',
    })
  })

  test('programProfile grants nothing of a home, of /proc, /run, /var or /tmp without being told', () => {
    const { files, trees } = made({ reads: [] })
    const never = [
      '/home',
      '/root',
      '/Users',
      '/proc',
      '/sys',
      '/dev',
      '/run',
      '/var',
      '/tmp',
      '/mnt',
      '/etc',
    ]
    expect(trees.filter(tree => never.includes(tree) || tree === '/')).toEqual([])
    expect(files.filter(file => /shadow|private|ssh|key/.test(file))).toEqual([])
  })

  test.each<[string, () => Partial<ProgramTable>, RegExp]>([
    ['a program that is not there', () => ({ command: ['/nowhere/news'] }), /starts .*, which is no file/],
    ['a folder as its program', () => ({ command: [folder] }), /starts .*, which is no file/],
    ['no program', () => ({ command: [] }), /starts undefined, which is no file/],
    ['a place that is not there', () => ({ reads: ['/nowhere'] }), /reads \/nowhere, which is not there/],
    ['a relative path', () => ({ reads: ['native'] }), /reads native, which is not there/],
    ['the whole disk', () => ({ reads: ['/'] }), /reads \/, which no program may be given/],
    [
      'a file as a place to write',
      () => ({ writes: [join(folder, 'file')] }),
      /writes .*, which is no folder/,
    ],
    ['no temporary folder', () => ({ temporary: '/nowhere' }), /writes \/nowhere, which is not there/],
  ])('programProfile refuses %s and names it', (_, changes, sentence) => {
    const refused = programProfile('jobs.news', { ...table, ...changes() })
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'config' } })
    expect(refused.ok || refused.refusal.is).toMatch(sentence)
  })

  test.skipIf(process.platform !== 'linux').each(['/proc', '/proc/1/environ', '/sys', '/dev', '/dev/null'])(
    'programProfile refuses to read %s, which is the kernel’s',
    path => {
      const refused = programProfile('jobs.news', { ...table, reads: [path] })
      expect(refused.ok || refused.refusal.is).toMatch(/which no program may be given$/)
    },
  )

  test('programProfile refuses where twin’s own places lie in what every program may read', () => {
    expect(programProfile('jobs.news', { ...table, apart: [join(folder, 'state')] }).ok).toBe(true)
    const refused = programProfile('jobs.news', { ...table, apart: ['/usr/share/twin-that-is-not-there'] })
    expect(refused.ok || refused.refusal.is).toMatch(/could read \/usr\/share\/twin-that-is-not-there/)
  })
})

describe.skipIf(process.platform !== 'linux')('launchProgram', () => {
  const optionsOf = (args: readonly string[], option: string) =>
    args.flatMap((arg, at) => (arg === option && at < args.indexOf('--') ? [args[at + 1]] : []))

  test('launchProgram passes each right as one rule, and the command as it stands', () => {
    const { args, env } = launchProgram(made(), table.command, { descriptors: 1, env: { TZ: 'UTC' } })
    expect(args.slice(args.indexOf('--') + 1)).toEqual(table.command)
    expect(optionsOf(args, '--store')).toEqual([join(folder, 'writes'), join(folder, 'temporary')])
    expect(optionsOf(args, '--fds')).toEqual(['1'])
    expect(optionsOf(args, '--env')).toContain('TZ=UTC')
    expect(env).toEqual({})
  })

  test.each([
    ['none', 'none'],
    ['open', 'open'],
    [{ loopback: 11434 }, '11434'],
  ] as const)('launchProgram asks for the network %o as "%s"', (network, word) => {
    expect(optionsOf(launchProgram(made({ network }), table.command).args, '--program')).toEqual([word])
  })
})
