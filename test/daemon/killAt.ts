// Lines for a script of `bundledScript`: a process that kills itself with SIGKILL just before its n-th act on the disk, and in
// the middle of it where it is a write. So it can be stopped at every step. Relies on bundles calling `fs` by property.

/** `killAt(0)` counts only. The marks of what it stops at are all acts that change a file or a name; fsync changes none. */
export const KILL_AT = `
import fs from 'node:fs'
let acts = 0
let last = 0
function killAt(step) {
  last = step
  for (const name of ['writeSync', 'writeFileSync', 'renameSync', 'ftruncateSync', 'rmSync', 'unlinkSync', 'mkdirSync']) {
    const act = fs[name]
    fs[name] = (...args) => {
      acts++
      if (acts !== step) return act(...args)
      if (name === 'writeSync' && args[1].length > 4) act(args[0], args[1].subarray(0, args[1].length >> 1))
      if (name === 'writeFileSync') act(args[0], args[1].slice(0, args[1].length >> 1))
      process.kill(process.pid, 'SIGKILL')
    }
  }
}
`
