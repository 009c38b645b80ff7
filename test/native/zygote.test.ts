// What only a zygote may do, tried without the rest: its child enters its message once, and no process that is none can be forked by
// the addon's functions. Relies on the native build (Linux).
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addonFile } from '../../native/addonFile.ts'
import { temporaryFolder } from '../daemon/temporaryFolder.ts'

/** Runs `script` in a node without rules, with the addon as `addon`; what it printed. */
function run(script: string): string {
  const load = `const m = { exports: {} }; process.dlopen(m, ${JSON.stringify(addonFile)}); const addon = m.exports;`
  const ended = spawnSync(process.execPath, ['--single-threaded', '-e', `${load}\n${script}`], {
    encoding: 'utf8',
  })
  return ended.stdout + (ended.signal ?? '')
}

describe.skipIf(process.platform !== 'linux')('a process that forks', () => {
  // V8's memory is not forked where nobody answers its advice in its place: that is why the launcher does.
  test('is told how its child ended: by itself, by a signal, or late', () => {
    const told = (child: string, milliseconds = 10_000) =>
      JSON.parse(
        run(
          `const end = addon.fork(${milliseconds}); if (!end) { ${child} } else console.log(JSON.stringify(end))`,
        ),
      ) as {
        signal: number
        late: boolean
      }
    const ended = told('addon.exitNow(0)')
    expect(ended.late).toBe(false)
    expect([0, 11]).toContain(ended.signal)
  })

  test('is no child of a zygote, and is refused to enter a message', () => {
    const script = `try { addon.enterMessage([], [], 0); console.log('entered') } catch (error) { console.log(error.message) }`
    expect(run(script)).toBe('No such process\n')
  })

  test('gives wrong arguments a sentence and does nothing', () => {
    for (const call of [
      'fork()',
      'fork("x")',
      'enterMessage([], [])',
      'enterMessage("a", [], 0)',
      'limit(1, 2)',
    ])
      expect(
        run(
          `try { addon.${call}; console.log('went through') } catch (error) { console.log(error.message) }`,
        ),
      ).toMatch(/^wanted /)
  })

  test('bounds itself, and cannot go back where it has no right to', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'out'))
    writeFileSync(join(folder, 'in'), 'x')
    const file = JSON.stringify(join(folder, 'out/large'))
    const write = `const fs = require('node:fs'); try { fs.writeFileSync(${file}, 'x'.repeat(2000)); console.log('wrote') } catch (error) { console.log(error.code) }`
    expect(run(write)).toBe('wrote\n')
    expect(run(`addon.limit(10, 1000, 64); process.on('SIGXFSZ', () => undefined); ${write}`)).toMatch(
      /^(EFBIG\n|SIGXFSZ)$/,
    )
  })
})
