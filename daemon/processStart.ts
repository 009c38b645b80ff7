// When a process started, so that a process id can be told from a later use of the same number. Relies on proc(5), stat
// field 22, and the boot id on Linux; on ps(1) elsewhere.
import { readFileSync } from 'node:fs'
import { attempt } from './attempt.ts'
import { spawnProgram } from './spawn.ts'

const PS_MILLISECONDS = 5_000

/** A word that no other process with this id has had; undefined when no process with this id lives. */
export function processStart(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? Promise.resolve(fromProc(pid)) : fromPs(pid)
}

function fromProc(pid: number): string | undefined {
  const read = attempt('crashed', 'the process table', () => ({
    stat: readFileSync(`/proc/${pid}/stat`, 'utf8'),
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'),
  }))
  if (!read.ok) return undefined
  const { stat, boot } = read.value
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return isDead(fields[0]) ? undefined : word(`${boot.slice(0, 8)}-${fields[19]}`)
}

async function fromPs(pid: number): Promise<string | undefined> {
  const printed = await spawnProgram(
    {
      name: 'ps',
      file: '/bin/ps',
      args: ['-o', 'stat=,lstart=', '-p', String(pid)],
      env: { LANG: 'C', TZ: 'UTC' },
    },
    { milliseconds: PS_MILLISECONDS },
  )
  const match = printed.ok ? /^\s*(\S+)\s+(.+)$/m.exec(printed.value) : null
  return match?.[2] === undefined || isDead(match[1]) ? undefined : word(match[2])
}

/** A zombie holds nothing any more. */
const isDead = (state: string | undefined): boolean => state?.startsWith('Z') === true || state === 'X'
const word = (text: string): string => text.trim().replace(/[^0-9A-Za-z]+/g, '-')
