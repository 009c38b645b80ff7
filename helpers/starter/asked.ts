// What a person, launchd or systemd may ask of twin-mail: to drain, one of three selftests, or what it is. Pure.
const SELFTESTS = ['selftest-network', 'selftest-files', 'selftest-exec'] as const

const HELPS: ReadonlySet<string> = new Set(['--help', '-h'])

export type Asked =
  | { readonly do: 'drain' | 'help' | 'version' | 'refuse' }
  | { readonly do: 'selftest'; readonly which: (typeof SELFTESTS)[number]; readonly json: boolean }

/** `args`: the arguments after the script. Anything that is not exactly one of the forms is refused. */
export function askedBy(args: readonly string[]): Asked {
  const [first, second, ...rest] = args
  if (first === undefined) return { do: 'drain' }
  const alone = second === undefined
  if (alone && HELPS.has(first)) return { do: 'help' }
  if (alone && (first === '--version' || first === '-V')) return { do: 'version' }
  const json = second === '--json'
  const which = SELFTESTS.find(name => name === first)
  if (which && second !== undefined && HELPS.has(second) && rest.length === 0) return { do: 'help' }
  return which && (alone || json) && rest.length === 0 ? { do: 'selftest', which, json } : { do: 'refuse' }
}

export const HELP = `Usage: twin-mail [selftest-network | selftest-files | selftest-exec] [--json]

The confined helper that reads Apple Mail's index for twin. Without an argument it
answers the requests that wait in twin's state folder, and ends; a start while it
runs does nothing. twind, launchd or systemd start it: there is no need to.

  selftest-network   confine, then try every way out by network
  selftest-files     confine, then try to read and write outside the profile
  selftest-exec      confine, then try to start or reach another process
  --json             print the result of a selftest as one JSON object
  --help, --version

Example: twin-mail selftest-network
         twin-mail selftest-files --json

Exit codes: 0 done, or every act was refused; 1 failed, or an act was not refused;
2 wrong usage or configuration; 3 no access to Mail; 5 cannot confine.
`
