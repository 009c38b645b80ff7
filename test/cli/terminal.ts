// A pseudo-terminal for the built twin, and the question what in its output a terminal would obey. Relies on node-pty.
import { spawn } from 'node-pty'

/** What twin and its progress bar send a terminal themselves: SGR 0, 1, 2, 31, 32, cursor, line wrap, erase. */
const OWN = /\u001B\[(?:[012]|1;31|32)m|\u001B\[\?(?:25|7)[hl]|\u001B\[[012]?[GK]|\u001B[78]/gu // eslint-disable-line no-control-regex
/** What is left that acts: C0 but the terminal's own line ends, DEL, C1, bidi controls, line separators. */
const ACTS =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/u // eslint-disable-line no-control-regex

export interface Screen {
  readonly code: number
  /** Everything the terminal was sent. */
  readonly sent: string
}

/** Runs its words, says how they ended, and stays until told, so that the terminal has everything before it closes. */
const STAY = '"$@"; printf "\\nENDED %s\\n" "$?"; read -r _'
const ENDED = /\r\nENDED (\d+)\r\n$/

/** Runs node with `words` in a terminal of `columns` columns to its end. */
export function inTerminal(
  words: readonly string[],
  env: Record<string, string>,
  columns = 100,
): Promise<Screen> {
  const pty = spawn('/bin/sh', ['-c', STAY, 'sh', process.execPath, ...words], {
    name: env['TERM'] ?? 'xterm-256color',
    cols: columns,
    rows: 50,
    cwd: '/',
    env,
  })
  return new Promise(resolve => {
    let sent = ''
    pty.onData(data => {
      sent += data
      const ended = ENDED.exec(sent)
      if (!ended) return
      pty.kill('SIGKILL')
      resolve({ code: Number(ended[1]), sent: sent.slice(0, ended.index) })
    })
  })
}

/** The first thing in `sent` that a terminal obeys and twin did not mean, with what surrounds it; '' where nothing is. */
export function obeyed(sent: string): string {
  const rest = sent.replaceAll(OWN, '').replaceAll('\r\n', '\n')
  const found = ACTS.exec(rest)
  return found ? JSON.stringify(rest.slice(Math.max(0, found.index - 20), found.index + 20)) : ''
}
