// The pieces that Seatbelt text (SBPL) is put together from. Pure. SBPL text is ASCII; a path that is not goes into a parameter
// of sandbox_init_with_parameters instead. Relies on real, absolute paths: Seatbelt matches after links are resolved.

export interface DarwinRules {
  readonly text: string
  /** name, value, name, value, … */
  readonly parameters: readonly string[]
}

/** A second name for a file is for a profile with `links` alone. */
export const NO_LINKS = "(when (defined? 'file-link) (deny file-link))"

/** What no process of any profile may do, said again after every allow. */
export const CLOSED = [
  '(deny mach-lookup)',
  '(deny mach-register)',
  // A link in the output may lead whoever reads it unconfined somewhere else.
  '(deny file-write-create (vnode-type SYMLINK))',
  NO_LINKS,
  "(when (defined? 'lsopen) (deny lsopen))",
  "(when (defined? 'appleevent-send) (deny appleevent-send))",
  "(when (defined? 'job-creation) (deny job-creation))",
]

/** An allow without a filter would be unconditional: no path, no rule. */
export const allow = (operations: string, filters: readonly string[]): string[] =>
  filters.length === 0 ? [] : [`(allow ${operations} ${filters.join(' ')})`]

/** An operation that some releases do not know fails the whole profile unless it is asked for first. */
export const guarded = (operation: string, filters: readonly string[]): string[] =>
  allow(operation, filters).map(rule => `(when (defined? '${operation}) ${rule})`)

/** `/` is no path to grant; `.` and `..` are never real. */
export function isPlainPath(path: string): boolean {
  const steps = path.split('/').slice(1)
  return (
    path.startsWith('/') &&
    path.isWellFormed() &&
    !/\p{Cc}/u.test(path) &&
    steps.every(step => step !== '' && step !== '.' && step !== '..')
  )
}

/** Every directory above `paths`, root left out: resolving a path looks at each of them. */
export function ancestorsOf(paths: readonly string[]): string[] {
  const found = new Set<string>()
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      found.add(path.slice(0, end))
  return [...found].sort()
}

/** `path` as an SBPL string, or as a parameter when it is not ASCII. */
export function written(path: string, parameters: string[]): string {
  if (/^[ -~]+$/.test(path)) return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const known = parameters.indexOf(path)
  if (known >= 0) return `(param "${parameters[known - 1]}")`
  const name = `P${parameters.length / 2}`
  parameters.push(name, path)
  return `(param "${name}")`
}
