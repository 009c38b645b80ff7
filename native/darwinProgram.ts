// The profile of a program that is not twin's as Seatbelt text and its parameters. Pure. As in darwin.ts only what is listed is
// allowed; but such a program may start others, may have a network, and needs what any program of macOS does. Relies on
// programProfile.ts for plain, real paths, and on sbpl.ts for how a rule is written.
import type { Network, ProgramProfile } from '../protocol/profile.ts'
import { allow, ancestorsOf, CLOSED, type DarwinRules, guarded, written } from './sbpl.ts'

/** What any program needs, and no path of the user's. No Mach name. */
const PRELUDE = [
  '(version 1)',
  '(deny default)',
  '(allow process-info* (target same-sandbox))',
  '(allow signal (target same-sandbox))',
  '(allow sysctl-read)',
  '(allow process-fork)',
  "(when (defined? 'dynamic-code-generation) (allow dynamic-code-generation))",
  '(allow file-read* (literal "/"))',
  '(allow file-read* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/random") (literal "/dev/urandom"))',
  '(allow file-read* (subpath "/private/var/db/timezone"))',
  '(allow file-read-metadata (literal "/etc") (literal "/tmp") (literal "/var") (literal "/private") (literal "/private/etc") (literal "/dev"))',
  '(allow file-write-data (literal "/dev/null"))',
]

/** Repeats the default on purpose, before the one network that is wanted. */
const DENIALS = ['(deny network*)', ...CLOSED]

/** The text that confines as `profile` says. */
export function programText(profile: ProgramProfile): DarwinRules {
  const parameters: string[] = []
  const filters = (kind: 'literal' | 'subpath', paths: readonly string[]) =>
    paths.map(path => `(${kind} ${written(path, parameters)})`)
  const { program, files, trees, writes } = profile
  const readable = [...filters('literal', [program, ...files]), ...filters('subpath', trees)]
  const writable = filters('subpath', writes)
  const walked = filters('literal', ancestorsOf([program, ...files, ...trees, ...writes]))
  const rules = [
    allow('file-read-metadata', walked),
    allow('file-read*', [...readable, ...writable]),
    // What may be read may be started: an interpreter would start it in any case. Not what the program wrote itself.
    allow('process-exec*', readable),
    guarded('file-map-executable', readable),
    allow('file-write-create file-write-data file-write-unlink', writable),
    guarded('file-test-existence', [...walked, ...readable, ...writable]),
    guarded('file-lock', writable),
    guarded('file-clone', writable),
  ]
  const text = [...PRELUDE, ...rules.flat(), ...DENIALS, ...networkRules(profile.network), '']
  return { text: text.join('\n'), parameters }
}

/**
 * Seatbelt knows no other host than localhost and everything. The filters are of IP alone, so that no unix socket is reached
 * but, where the network is open, the one that names of hosts are looked up through.
 */
function networkRules(network: Network): string[] {
  if (network === 'none') return []
  if (network !== 'open') return [`(allow network-outbound (remote ip "localhost:${network.loopback}"))`]
  return [
    '(allow network-outbound (remote ip "*:*"))',
    '(allow network-outbound (literal "/private/var/run/mDNSResponder"))',
  ]
}
