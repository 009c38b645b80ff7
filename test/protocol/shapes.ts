// Values of the right shape for the schemas of protocol/, each as small as it can be. Relies on the schemas to agree.
export const VIEW = {
  from: { name: 'Ann', address: 'ann@client.test' },
  subject: 'Re: Contract',
  preview: 'Hello',
  sent: 1_796_000_000,
  received: null,
  read: false,
  flagged: true,
  category: 0,
  urgent: false,
  highImpact: false,
  writtenTo: 3,
  direct: true,
  verified: null,
}
export const ROUTE = { account: 'Work', mailbox: 'INBOX', messageId: '<a@b>', noLink: null }
export const ENVELOPE = { ...VIEW, ...ROUTE }
export const ACCOUNT = { label: 'Work', inScope: true, messages: 1 }
export const LEFT_OUT = { deleted: 0, junk: 0, drafts: 0, own: 0 }
export const COLLECT = {
  op: 'collect',
  envelopes: [ENVELOPE],
  more: 0,
  accounts: [ACCOUNT],
  leftOut: LEFT_OUT,
  layout: '10e',
  degraded: [],
  how: 'copy',
  ms: { copy: 1, query: 2 },
}
export const PROBE = {
  op: 'probe',
  layout: '10e',
  tables: [{ name: 'messages', columns: ['ROWID'] }],
  accounts: [ACCOUNT],
  mailboxes: [{ account: 'Work', name: 'INBOX', messages: 1, role: null }],
  moreMailboxes: 0,
  degraded: [],
}
export const DIAGNOSE = {
  op: 'diagnose',
  access: 'open',
  store: '/Mail',
  entries: { before: 1, after: 1 },
  index: null,
  denials: [{ act: 'socket', refused: true, how: 'EPERM' }],
  grantee: 'twin-mail',
  parent: 1,
  degraded: [],
}
export const SCORED = { by: 'model', score: 9, reason: 'A deadline.', topics: ['contract'] }
export const HANDLE = `h_${'a'.repeat(26)}`
export const COVERAGE = {
  accounts: [ACCOUNT],
  collected: 1,
  more: 0,
  filtered: { read: 0, category: 0, ...LEFT_OUT },
  ranked: 1,
  belowThreshold: 0,
  overLimit: 0,
  failed: [],
  withoutLink: { absent: 0, 'not-indexed': 0, layout: 0, shared: 0, malformed: 0, 'too-long': 0 },
  layout: '10e',
  notes: [],
  jobs: [
    {
      job: 'news',
      printed: 1,
      problem: null,
      items: 1,
      stale: 0,
      more: 0,
      ranked: 0,
      belowThreshold: 0,
      overLimit: 0,
      failed: [{ handle: HANDLE, why: 'http' }],
    },
  ],
}
export const SECTION = {
  job: 'news',
  items: [
    {
      handle: HANDLE,
      score: 5,
      by: 'model',
      title: 'x',
      source: 'y',
      link: 'https://news.test/_',
      href: 'https://news.test/%5F',
      reason: 'r',
      topics: [],
    },
  ],
}
export const ITEM = {
  handle: HANDLE,
  part: 'others',
  score: 5,
  by: 'model',
  account: 'Work',
  mailbox: 'INBOX',
  from: VIEW.from,
  unverified: false,
  subject: 'x',
  date: 1,
  link: null,
  reason: 'r',
  topics: [],
}
export const BRIEF = {
  note: null,
  engine: 'rules',
  model: null,
  window: { from: 0, to: 1 },
  items: [ITEM],
  sections: [SECTION],
  coverage: COVERAGE,
}

/** `value` with what stands at `path` replaced; a path that leads nowhere adds a key. */
export function changed(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const copy: unknown = structuredClone(value)
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  at[path.at(-1) ?? ''] = to
  return copy
}

/** Every path to an object inside `value`, the root included. */
export function objectsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item, at) => [at, item])
    : Object.entries(value)
  const inside = entries.flatMap(([key, item]) => objectsIn(item, [...path, key]))
  return Array.isArray(value) ? inside : [[...path], ...inside]
}

/** The paths of all arrays in `value`. */
export function listsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, item]) =>
    listsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return Array.isArray(value) ? [[...path], ...inside] : inside
}
