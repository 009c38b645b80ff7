// A twind for the page's tests: a clock that is set by hand and a gate that answers from a script and writes down what it was
// asked. Relies on page/pageWorld.ts for all that the page may use.
import type { Asked } from '../../daemon/world.ts'
import { parseConfig, type Config } from '../../protocol/config.ts'
import type { Outcome } from '../../protocol/call.ts'
import type { Channel } from '../../protocol/door.ts'
import { done, refused, type Refusal, type Result } from '../../protocol/refusal.ts'
import type { PageWorld } from '../../page/pageWorld.ts'

export interface Double {
  readonly world: PageWorld
  /** Every call, in order. */
  readonly asked: { channel: Channel; asked: Asked }[]
  readonly logged: string[]
  /** What each operation answers: its output, a refusal, or a function of the input. */
  readonly answers: Map<string, Answer>
  /** Milliseconds since 1970. */
  time: number
  config: Config
  problem: Refusal | null
}
export type Answer = Result<unknown> | ((input: Record<string, unknown>) => Result<unknown>)

export const configOf = (toml: string): Config => {
  const parsed = parseConfig(toml)
  if (!parsed.ok) throw new Error(parsed.refusal.is)
  return parsed.value
}

export function worldDouble(answers: Record<string, Answer>, toml = ''): Double {
  const double: Double = {
    asked: [],
    logged: [],
    answers: new Map(Object.entries(answers)),
    time: Date.UTC(2026, 10, 30, 6, 10),
    config: configOf(toml),
    problem: null,
    world: {
      now: () => double.time,
      log: line => double.logged.push(line),
      configuration: () => ({
        config: double.config,
        policy: { capabilities: {}, apply: {} },
        version: 'a'.repeat(64),
        problem: double.problem,
      }),
      gate: {
        offered: () => [],
        apply: () => Promise.resolve(absent),
        call: (channel, asked) => {
          double.asked.push({ channel, asked })
          const answer = double.answers.get(asked.name)
          const result = typeof answer === 'function' ? answer(asked.input) : (answer ?? absent)
          const outcome = (output: unknown): Outcome => ({ outcome: 'done', provenance: 'twin', output })
          return Promise.resolve(result.ok ? done(outcome(result.value)) : result)
        },
      },
    },
  }
  return double
}

const absent = refused('unavailable', {
  is: 'this operation is not available',
  wanted: 'an operation that this caller is offered',
  fix: 'run "twin ops"',
})
