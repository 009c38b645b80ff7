// Why a stage was refused something, in words that whoever is behind it can act on. Pure: what the system said against what the
// stage was granted. Relies on the grants being those that the kernel holds; tells no more of them than the stage was told.
import { SENTENCE_CHARS } from './limits.ts'
import type { Because, Why } from './stage.ts'
import { cut } from './text/cut.ts'

/** What a process may reach. `lanes`: how many sockets lead out. */
export interface Granted {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  readonly lanes: number
}

/** The answer to a refusal as the system told it. */
export function becauseOf({ syscall, code, path }: Omit<Why, 'type'>, granted: Granted): Because {
  if (code === undefined) return NOTHING
  const wanted = path === undefined ? withoutPath(syscall, code, granted) : ofPath(path, granted)
  return { type: 'because', code, path: path ?? null, wanted: cut(wanted, SENTENCE_CHARS) }
}

const NOTHING: Because = {
  type: 'because',
  code: null,
  path: null,
  wanted: 'nothing: nothing was refused so far',
}
const NETWORK = /^(?:socket|connect|bind|listen|getaddrinfo|query[A-Za-z]*|send|sendto)$/
const PROCESS = /^(?:spawn.*|fork|vfork|exec.*|clone)$/

function withoutPath(syscall = '', code = '', { lanes }: Granted): string {
  if (NETWORK.test(syscall))
    return lanes > 0
      ? `no socket of its own: the ${lanes} lanes from fd 4 up are the only way out`
      : 'no network: this step has no lanes'
  if (PROCESS.test(syscall)) return 'no other process: a stage starts none'
  if (code === 'EMFILE' || code === 'EFBIG') return 'less at once: what one message may take is bounded'
  return 'only its inputs to read and its outputs to write'
}

function ofPath(path: string, { reads, writes }: Granted): string {
  if (writes.some(folder => holds(folder, path)))
    return 'plain files and folders within the output: no links, modes, owners or times, and so many bytes'
  if (reads.some(one => holds(one, path))) return 'reading alone: an input is never written'
  return `only the inputs of this message to read (${reads.length}) and its outputs to write (${writes.length})`
}

const holds = (tree: string, path: string): boolean => path === tree || path.startsWith(`${tree}/`)
