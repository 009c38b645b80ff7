// Where configuration and state live, from the environment alone: $TWIN_HOME, or ~/.config/twin and ~/.local/state/twin.
// Pure: the caller passes HOME and TWIN_HOME. Relies on POSIX paths.

export interface Paths {
  /** The directory of twin.toml and policy.toml. */
  readonly config: string
  readonly twinToml: string
  readonly policyToml: string
  /** 0700; nothing but twin writes there. */
  readonly state: string
  /** The mail helper's requests, answers and clones. */
  readonly mail: string
  readonly runs: string
  /** What a person wrote as runs: NAME.yaml. */
  readonly runFiles: string
  /** Mail of the accounts that have an adapter: index.db, parsed/, and a folder an account. */
  readonly store: string
  /** The score cache. */
  readonly scores: string
  /** SQLite: exposure, runs of jobs, the clock's high-water mark. */
  readonly database: string
  /** One file a month, and head.json. */
  readonly audit: string
  /** A folder a state. */
  readonly spool: string
  /** What each job last printed. */
  readonly jobs: string
  /** An empty folder for each plugin that runs. */
  readonly plugins: string
  /** A folder and a socket a door. */
  readonly doors: string
  /** Who runs: one file a contender. */
  readonly lock: string
}

/** Throws RangeError when neither TWIN_HOME nor HOME is an absolute path. */
export function pathsOf(env: {
  readonly TWIN_HOME?: string | undefined
  readonly HOME?: string | undefined
}): Paths {
  const twinHome = env.TWIN_HOME || undefined
  const base = twinHome ?? env.HOME
  if (!base?.startsWith('/'))
    throw new RangeError('Cannot place configuration and state: TWIN_HOME and HOME are no absolute path')
  const config = twinHome ?? `${base}/.config/twin`
  const state = twinHome ? `${twinHome}/state` : `${base}/.local/state/twin`
  return {
    config,
    twinToml: `${config}/twin.toml`,
    policyToml: `${config}/policy.toml`,
    state,
    mail: `${state}/mail`,
    runs: `${state}/runs`,
    runFiles: `${config}/runs`,
    store: `${state}/store`,
    scores: `${state}/scores`,
    database: `${state}/twin.db`,
    audit: `${state}/audit`,
    spool: `${state}/spool`,
    jobs: `${state}/jobs`,
    plugins: `${state}/plugins`,
    doors: `${state}/doors`,
    lock: `${state}/lock`,
  }
}

/** `path` with a leading `~/` replaced by `home`. */
export const expand = (path: string, home: string): string =>
  path === '~' ? home : path.startsWith('~/') ? `${home}/${path.slice(2)}` : path

/** The socket of a door: each lies alone in a folder of its own. `agent`: for the door `mcp`. */
export const socketOf = (paths: Paths, door: 'cli' | 'menubar' | 'mcp', agent: string | null): string =>
  `${paths.doors}/${door === 'mcp' ? `agent.${agent}` : door}/twind.sock`
