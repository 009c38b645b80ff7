// The terminal that controls this process, for a question that only a person in front of it may answer: read and written directly,
// so that neither a pipe on stdin nor a redirected stdout takes part. What was typed before the question stood there for a moment
// is thrown away: the terminal is raw meanwhile, so that nothing of it is kept anywhere. Relies on /dev/tty and node:tty.
import { closeSync, openSync } from 'node:fs'
import { ReadStream, WriteStream } from 'node:tty'
import { errnoOf } from '../files/errnoOf.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { ANSWER_CHARS } from '../protocol/limits.ts'
import type { Line } from './answer.ts'
import { rendered, wantsColour } from './output.ts'

/** Milliseconds after the question appeared in which nobody can have read it: what is typed by then was typed ahead. */
const UNREAD = 500

export interface Terminal {
  readonly columns: number
  /** Shows `lines`, then `question`; what is typed until Enter. Refused ("interrupted") by Ctrl-C, Ctrl-D, Escape or `signal`. */
  readonly ask: (lines: readonly Line[], question: string) => Promise<Result<string>>
  /** Leaves the terminal as it was. */
  readonly close: () => void
}

/** Refused ("denied") where no terminal controls this process. */
export function openTerminal(signal: AbortSignal): Result<Terminal> {
  const fds: number[] = []
  try {
    for (const flags of ['r', 'w']) fds.push(openSync('/dev/tty', flags))
  } catch (error) {
    for (const fd of fds) closeSync(fd)
    if (errnoOf(error) === undefined) throw error
    return none
  }
  const [from = -1, to = -1] = fds
  const input = new ReadStream(from)
  const output = new WriteStream(to)
  for (const stream of [input, output]) stream.on('error', () => undefined)
  input.setRawMode(true)
  return done({
    columns: output.columns || 80,
    ask: (lines, question) => {
      output.write(`\n${rendered([...lines, []], wantsColour(output, process.env))}${question}`)
      return typed(input, output, signal)
    },
    close: () => {
      input.setRawMode(false)
      input.destroy()
      output.destroy()
    },
  })
}

/** What one key does to what was typed so far. */
type Key = { readonly text: string } | 'enter' | 'end'

/** Pure: `text` after `char`. */
export function pressed(text: string, char: string): Key {
  if (char === '\r' || char === '\n') return 'enter'
  if (char === '\u0003' || char === '\u0004' || char === '\u001B') return 'end'
  if (char === '\u007F' || char === '\b') return { text: text.slice(0, -1) }
  return { text: /^[ -~]$/.test(char) && text.length < ANSWER_CHARS ? text + char : text }
}

function typed(input: ReadStream, output: WriteStream, signal: AbortSignal): Promise<Result<string>> {
  let text = ''
  let isRead = false
  const timer = setTimeout(() => (isRead = true), UNREAD)
  return new Promise(resolve => {
    const settle = (result: Result<string>) => {
      clearTimeout(timer)
      input.off('data', onData)
      output.write('\n')
      resolve(result)
    }
    const onData = (bytes: Buffer) => {
      if (!isRead) return
      for (const char of bytes.toString('latin1')) {
        const key = pressed(text, char)
        if (key === 'enter') return settle(done(text))
        if (key === 'end') return settle(ended)
        output.write(key.text.length < text.length ? '\b \b' : key.text.slice(text.length))
        text = key.text
      }
    }
    input.on('data', onData)
    input.once('close', () => settle(ended))
    signal.addEventListener('abort', () => settle(ended), { once: true })
    if (signal.aborted) settle(ended)
  })
}

const none = refused('denied', {
  is: 'no terminal controls this process, so nobody can be asked',
  wanted: 'a person at a terminal',
  fix: 'run it in a terminal, not in a pipe, a timer or a script without one',
})
const ended = refused('interrupted', {
  is: 'the question was left without an answer, and nothing was approved',
  wanted: 'the first four characters of the digest, then Enter',
  fix: 'run it again',
})
