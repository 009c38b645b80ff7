// A site to check runs against: the manifests of this repository and some of a test's own, a twin.toml, and an adapter that can do what
// Maildir can. Relies on helpers/stages/NAME/stage.yaml; nothing of it is ever started.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRun } from '../../../daemon/runs/checkRun.ts'
import type { CheckedRun, Site, Stages } from '../../../daemon/runs/checkedRun.ts'
import { loadStages } from '../../../daemon/runs/loadStages.ts'
import { parseRunFile } from '../../../daemon/runs/parseRunFile.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import type { Descriptor } from '../../../protocol/adapter.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'

export const MAILDIR: Descriptor = {
  multi_collection: true,
  server_search: false,
  atomic_move: true,
  push: false,
  id_stability: 'stable',
  credential_scopable: false,
  keywords: true,
  verbs: ['collection.add', 'collection.remove', 'flag.add', 'flag.remove', 'trash', 'expunge', 'draft'],
}

const TOML = `
[accounts.home]
adapter = "maildir"
path = "~/Mail"
[actors.writer]
model = "gpt-oss:20b"
[actors.small]
model = "gpt-oss:20b"
[actors.agent]
command = ["/usr/local/bin/agent"]
[actors.cloud]
command = ["/usr/local/bin/agent"]
net = ["api.example.org:443", "files.example.org:443"]
`

/** Stages that no shipped one is like: what asks for all, what sees the set, what a stranger might have written. */
export const OWN: Readonly<Record<string, string>> = {
  greedy: `per: message
inputs:
  mail: { keyed: true, format: message, optional: true }
  records: { keyed: true, format: record, optional: true }
  manifest: { keyed: false, format: manifest, optional: true }
outputs:
  records: { keyed: true, format: record, schema: { type: boolean } }
capabilities: [bulk-read, model, exec, spool, 'net:actor', 'net:files.example.org']
`,
  overview: `per: set
inputs:
  mail: { keyed: true, format: message }
  manifest: { keyed: false, format: manifest }
outputs:
  digest: { keyed: false, format: record, schema: { type: string } }
capabilities: [bulk-read]
`,
  verdict: `per: set
inputs:
  mail: { keyed: true, format: message }
  manifest: { keyed: false, format: manifest }
outputs:
  all: { keyed: false, format: record, schema: { type: boolean } }
capabilities: [bulk-read]
`,
  herald: `per: message
inputs:
  all: { keyed: false, format: record }
  records: { keyed: true, format: record, optional: true }
outputs:
  records: { keyed: true, format: record, schema: { type: boolean } }
capabilities: ['net:actor', exec]
`,
  narrow: `per: message
inputs:
  records: { keyed: true, format: record, schema: { type: boolean } }
outputs:
  records: { keyed: true, format: record, schema: in.records }
capabilities: ['net:files.example.org', exec]
`,
  onward: `per: message
inputs:
  drafts: { keyed: true, format: draft }
outputs:
  records: { keyed: true, format: record, schema: { type: boolean } }
capabilities: [spool]
`,
  original: `per: message
inputs:
  raw: { keyed: true, format: raw }
outputs:
  message: { keyed: true, format: message }
capabilities: []
`,
}

/** `folder` as one of built stages: every manifest of this repository, and `own` by name with "stage", "version", "summary" and "exec" before it. */
export function buildStages(folder: string, own: Readonly<Record<string, string>> = OWN): string {
  const shipped = join(packageRoot, 'helpers/stages')
  for (const name of readdirSync(shipped).filter(one => existsSync(join(shipped, one, 'stage.yaml')))) {
    cpSync(join(shipped, name, 'stage.yaml'), join(folder, `${name}.stage.yaml`))
    writeFileSync(join(folder, `${name}.cjs`), '')
  }
  for (const [name, text] of Object.entries(own)) {
    const head = `stage: ${name}\nversion: 1\nsummary: a stage of a test\nexec: ${name}.cjs\n`
    writeFileSync(join(folder, `${name}.stage.yaml`), head + text)
    writeFileSync(join(folder, `${name}.cjs`), '')
  }
  return folder
}

/** Read once: a manifest is data, and the folder is gone before any test asks for a stage. */
let loaded: Stages | undefined
function stagesOf(): Stages {
  if (loaded) return loaded
  const folder = mkdtempSync(join(tmpdir(), 'twin-stages-'))
  try {
    return (loaded = valueOf(loadStages(buildStages(folder))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function siteOf(toml = '', change: Partial<Site> = {}): Site {
  const config = valueOf(parseConfig(TOML + toml))
  const checkQuery = (query: string) =>
    query.includes('?')
      ? refused('bad-request', { is: 'the query is wrong at column 1', wanted: 'a term', fix: 'x' })
      : done(undefined)
  return { stages: stagesOf(), config, descriptor: MAILDIR, checkQuery, ...change }
}

/** The run in `text`, checked against `site`. */
export function checked(text: string, site: Site): Result<CheckedRun> {
  const parsed = parseRunFile(text)
  return parsed.ok ? checkRun(parsed.value, site) : parsed
}

/** The value of what cannot be refused here. Throws Error with what was refused. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(`Cannot go on: ${result.refusal.is}; wanted: ${result.refusal.wanted}`)
}
