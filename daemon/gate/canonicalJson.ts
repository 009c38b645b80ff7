// One text for one JSON value, whatever the order of its keys: what a token is bound to. Pure. Relies on the value being plain
// data, as parseJson gives it.

/** `value` as JSON with the keys of every object in order of their code units. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`)
    .join()}}`
}
