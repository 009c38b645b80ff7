// Every claim about speed and size, measured in one run against a baseline measured in the same run, and printed as a table.
// Nothing here is asserted by a test: a number is a fact about a machine. Relies on dist/ being built.
import { briefSpeed } from './brief.ts'
import { commands } from './commands.ts'
import { collectSpeed } from './collect.ts'
import { each } from './each.ts'
import { gateCall } from './gateCall.ts'
import { helperStart } from './helperStart.ts'
import { idle } from './idle.ts'
import { parseSpeed } from './parse.ts'
import { adapterSpeed } from './adapter.ts'
import { machine, tableOf, type Row } from './report.ts'
import { store } from './store.ts'
import { view } from './view.ts'

const PARTS: Record<string, () => Promise<Row[]>> = {
  collect: collectSpeed,
  start: helperStart,
  brief: briefSpeed,
  gate: gateCall,
  commands,
  each,
  idle,
  adapter: adapterSpeed,
  parse: parseSpeed,
  store,
  view,
}

/** `npm run bench -- start brief` runs some of the parts. */
async function main(names: readonly string[]): Promise<void> {
  const unknown = names.find(name => !(name in PARTS))
  if (unknown !== undefined)
    throw new RangeError(`Cannot run the benchmark "${unknown}": wanted ${Object.keys(PARTS).join(', ')}`)
  const rows: Row[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.error(`measuring: ${name}`)
    rows.push(...(await part()))
  }
  console.log(`\n${machine()}\n\n${tableOf(rows)}`)
}

void main(process.argv.slice(2))
