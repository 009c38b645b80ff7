// A profile as Seatbelt text (SBPL) and its parameters. Pure. Only what is listed is allowed: the last matching rule wins, so
// the denials at the end stand whatever comes before. Relies on sbpl.ts for how a rule is written.
import { done, refused, type Result } from '../protocol/refusal.ts'
import type { Profile } from '../protocol/profile.ts'
import {
  allow,
  ancestorsOf,
  CLOSED,
  type DarwinRules,
  guarded,
  isPlainPath,
  NO_LINKS,
  written,
} from './sbpl.ts'

/** What any node needs, and no path of the user's. No Mach name: what it would be for (DNS, users) is not wanted here. */
const PRELUDE = [
  '(version 1)',
  '(deny default)',
  '(allow process-info* (target self))',
  '(allow signal (target self))',
  '(allow sysctl-read)',
  // V8 compiles at run time; releases that do not know the operation allow it.
  "(when (defined? 'dynamic-code-generation) (allow dynamic-code-generation))",
  // dyld reads the root directory itself (macOS 26). A literal: subpath would be the whole disk.
  '(allow file-read* (literal "/"))',
  '(allow file-read* (literal "/dev/null") (literal "/dev/urandom") (literal "/private/etc/localtime"))',
  '(allow file-read* (subpath "/private/var/db/timezone"))',
  '(allow file-read-metadata (literal "/etc") (literal "/var") (literal "/private") (literal "/private/etc") (literal "/dev"))',
  '(allow file-write-data (literal "/dev/null"))',
]

/** Repeats the default on purpose, last: a careless allow above does not survive them. */
const DENIALS = ['(deny network*)', '(deny process-exec*)', '(deny process-fork)', ...CLOSED]

/** The text that confines as `profile` says; refused when a path cannot be written down safely. */
export function seatbeltText(profile: Profile): Result<DarwinRules> {
  const { links = [] } = profile
  const writes = [...profile.writes, ...links]
  const granted = [profile.files, profile.trees, profile.lists, profile.reads, writes].flat()
  const bad = granted.find(path => !isPlainPath(path))
  if (bad !== undefined)
    return refused('cannot-confine', {
      is: `the profile of ${profile.name} holds a path that is relative, the root, or has a control character`,
      wanted: 'absolute real paths without control characters',
      fix: 'move the folder to a path without them',
    })
  const parameters: string[] = []
  const filters = (kind: 'literal' | 'subpath', paths: readonly string[]) =>
    paths.map(path => `(${kind} ${written(path, parameters)})`)
  const { files, trees, lists, reads } = profile
  // A directory's data is its listing, so a directory that is read by name opens regular files only.
  const byName = filters('subpath', reads).map(filter => `(require-all ${filter} (vnode-type REGULAR-FILE))`)
  const walked = [...filters('literal', ancestorsOf(granted)), ...filters('subpath', reads)]
  const readable = [...filters('literal', files), ...filters('subpath', [...trees, ...writes]), ...byName]
  const writable = filters('subpath', writes)
  const rules = [
    allow('file-read-metadata', walked),
    allow('file-read*', readable),
    allow('file-read-data file-read-metadata', filters('literal', lists)),
    allow('file-write-create file-write-data file-write-unlink', writable),
    guarded('file-test-existence', [...walked, ...readable]),
    guarded('file-lock', writable),
    guarded('file-clone', writable),
    guarded('file-link', filters('subpath', links)),
  ]
  const denials = links.length > 0 ? DENIALS.filter(rule => rule !== NO_LINKS) : DENIALS
  return done({ text: [...PRELUDE, ...rules.flat(), ...denials, ''].join('\n'), parameters })
}
