// Every profile of the system, made by the functions that production makes them with, over folders of a test. Relies on
// names only: what lies in the files does not matter here.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailProfile } from '../../native/mailProfile.ts'
import type { Profile } from '../../protocol/profile.ts'
import { stageProfile } from '../../native/stageProfile.ts'

export interface Subject {
  readonly profile: Profile
  /** A file that it may read, and the directory that it may write. */
  readonly granted: string
  readonly output: string
}

export const SUBJECTS = ['mail', 'filter', 'rank', 'brief'] as const

/** All of these and the helper that may read and write nothing at all but its own code. */
export const HELPERS = [...SUBJECTS, 'resolve'] as const

/** `script`: the bundle that will run. */
export function makeSubject(name: (typeof HELPERS)[number], folder: string, script: string): Subject {
  const home = join(folder, name)
  mkdirSync(home)
  if (name === 'resolve') return nothingSubject(home, script)
  return name === 'mail' ? mailSubject(home, script) : stageSubject(name, home, script)
}

function stageSubject(name: string, home: string, script: string): Subject {
  const inputs = ['mail', 'routing'].map(port => join(home, port))
  const output = join(home, 'output')
  for (const path of [...inputs, output]) mkdirSync(path)
  const granted = join(inputs[0] ?? home, 'envelope.json')
  const manifest = join(home, 'manifest')
  for (const path of [granted, manifest]) writeFileSync(path, '{}')
  return {
    profile: stageProfile(name, { script, inputs: [...inputs, manifest], outputs: [output] }),
    granted,
    output,
  }
}

/** Its folders are there, and none of them is in its profile. */
function nothingSubject(home: string, script: string): Subject {
  const output = join(home, 'output')
  mkdirSync(output)
  return { profile: stageProfile('resolve', { script, inputs: [], outputs: [] }), granted: script, output }
}

function mailSubject(home: string, script: string): Subject {
  const data = join(home, 'Library/Mail/V10/MailData')
  const accounts = join(home, 'Library/Accounts')
  const account = join(home, 'Library/Mail/V10/7B2D4F4A-0000-4000-8000-000000000001')
  for (const path of [data, accounts, account]) mkdirSync(path, { recursive: true })
  const granted = join(accounts, 'Accounts4.sqlite')
  const files = [
    granted,
    join(data, 'Envelope Index'),
    join(account, '.mboxCache.plist'),
    join(account, '1.emlx'),
  ]
  for (const path of files) writeFileSync(path, 'x')
  const layout = mailProfile({ HOME: home, TWIN_HOME: join(home, 'twin') }, script)
  if (!layout.ok) throw new Error(layout.refusal.is)
  return { profile: layout.value.profile, granted, output: realpathSync(join(home, 'twin/state/mail')) }
}
