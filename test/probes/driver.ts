// The program that tries forbidden acts: alone (the positive control), or confined as production confines. Bundled by
// harness.ts and started with a profile and a task, like any helper; prints one JSON object on stdout.
import * as fs from 'node:fs'
import { confine, provePool } from '../../native/confine.ts'
import { ownProfile } from '../../native/ownProfile.ts'
import { type Call, outcomeOf } from './outcome.ts'

interface Task {
  /** Confined in production's order: the pool is warm before, the probes come after. */
  confined: boolean
  probes: string
  acts: { name: string; call: Call }[]
}

const { confined, probes, acts } = JSON.parse(process.argv[3] ?? '') as Task

const module: { exports: unknown } = { exports: {} }
// The raw calls are Linux's.
if (process.platform === 'linux') process.dlopen(module, probes)
const { probe } = module.exports as { probe: (...values: (string | number)[]) => number }
async function main(): Promise<void> {
  await fs.promises.stat('/')
  const profile = ownProfile(process.argv)
  if (!profile.ok) throw new Error(profile.refusal.is)
  if (confined) {
    const state = confine(profile.value)
    if (!state.ok) throw new Error(state.refusal.is)
    const pool = await provePool(profile.value)
    if (!pool.ok) throw new Error(pool.refusal.is)
  }
  // Until the starter has prepared what the acts meet, for example a lane whose far end is closed.
  while (fs.readSync(0, Buffer.alloc(1)) > 0);
  const results: Record<string, string> = {}
  for (const { name, call } of acts) results[name] = await outcomeOf(probe, call)
  fs.writeSync(1, JSON.stringify(results))
  process.exit(0)
}
void main()
