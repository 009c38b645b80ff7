// `twin init`: writes commented twin.toml and policy.toml where there are none, and never overwrites. Relies on the two files
// in the package root being exactly what a fresh configuration is.
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { errnoOf } from '../../files/errnoOf.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import { makeFolder } from '../../files/makeFolder.ts'
import { readCapped } from '../../files/readCapped.ts'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { styled, type Answer, type Line, type Run, type Session } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

interface Written {
  readonly path: string
  readonly status: 'written' | 'kept'
}

export function init(parent: Command, run: Run): void {
  subcommand(parent, 'init', {
    summary: 'write a commented twin.toml and policy.toml, which read nothing until you name an account',
    example: ['twin init', 'TWIN_HOME=~/elsewhere twin init --json'],
  }).action((_options: unknown, command: Command) => run(command, async session => writeBoth(session)))
}

/** Writes both files below the session's configuration folder. Throws the system's error, for example ENOSPC. */
function writeBoth({ paths }: Session): Result<Answer> {
  const files: Written[] = []
  for (const path of [paths.twinToml, paths.policyToml]) {
    const template = readCapped(join(packageRoot, path.slice(paths.config.length + 1)), CONFIG_BYTES, false)
    if (!template.ok) return incomplete(path)
    makeFolder(paths.config)
    files.push({ path, status: writeNew(path, template.text) ? 'written' : 'kept' })
  }
  const lines = files.map(({ path, status }): Line =>
    status === 'written'
      ? [styled('good', 'wrote '), path]
      : [styled('dim', 'kept  '), `${path} (it was there)`],
  )
  return done({ json: { folder: paths.config, files }, lines: [...lines, ...NEXT] })
}

const NEXT: readonly Line[] = [
  ['Next: name an account of Apple Mail under [mail] in twin.toml, or add a Maildir with'],
  ['"twin accounts add maildir FOLDER --name NAME"; then run "twin check".'],
]

/** False where something, whatever it is, already has that name. A failed write leaves nothing behind. */
function writeNew(path: string, text: string): boolean {
  let fd: number
  try {
    fd = openSync(path, 'wx', 0o600)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
  try {
    writeFileSync(fd, text)
    fsyncSync(fd)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

const incomplete = (path: string) =>
  refused('config', {
    is: `Cannot write ${path}: twin's own copy of it is missing from ${packageRoot}`,
    wanted: 'the package as it was installed',
    fix: 'install agentic-twin again',
  })
