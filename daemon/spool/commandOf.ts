// What a command of `[apply.NAME]` and the arguments for it come to: the exact words of its argv, or why not. Pure. Every
// argument is checked by its type before it stands anywhere, and put in once: what it holds is never a placeholder, an option or
// something that a person would not see. Relies on protocol/policy.ts for the table.
import { secondsOf } from '../../protocol/configValues.ts'
import { ARGUMENT_CHARS } from '../../protocol/limits.ts'
import type { Argument, Policy } from '../../protocol/policy.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { visible } from '../../protocol/text/visible.ts'
import { matchesPattern } from './matchesPattern.ts'

/** A command as it is to be started. `argv`: the program's absolute path first. */
export interface Planned {
  readonly name: string
  readonly argv: readonly string[]
  readonly milliseconds: number
}
type Arguments = Readonly<Record<string, string | number>>

/** Refused ("bad-request") with the argument that does not fit; its value is never repeated. */
export function commandOf(policy: Policy, name: string, given: Arguments): Result<Planned> {
  const command = new Map(Object.entries(policy.apply)).get(name)
  if (!command) return wrong(`policy.toml has no command ${name}`)
  const declared = new Map(Object.entries(command.arguments))
  const values = new Map(Object.entries(given))
  const stray = [...values.keys()].find(key => !declared.has(key))
  if (stray !== undefined)
    return wrong(`the command ${name} has no argument ${JSON.stringify(stray.slice(0, 64))}`)
  for (const [key, argument] of declared) {
    const wants = problemOf(argument, values.get(key))
    if (wants !== null) return wrong(`the argument ${key} of the command ${name} ${wants}`)
  }
  const argv = command.argv.map(word => filled(word, values))
  const option = argv.findIndex(
    (word, at) => word.startsWith('-') && command.argv[at]?.startsWith('-') !== true,
  )
  if (option > 0) return wrong(`an argument of the command ${name} would begin with "-"`)
  if (argv.some(word => word.length > ARGUMENT_CHARS))
    return wrong(`a word of the command ${name} is over ${ARGUMENT_CHARS} characters`)
  return done({ name, argv, milliseconds: secondsOf(command.timeout) * 1_000 })
}

const filled = (word: string, values: ReadonlyMap<string, string | number>): string =>
  word.replace(/\{([^{}]*)\}/g, (_, key: string) => String(values.get(key) ?? ''))

/** What an argument wants and does not get, or null. */
function problemOf(argument: Argument, value: string | number | undefined): string | null {
  if (value === undefined) return 'is missing'
  if (argument.type === 'integer') return integerProblem(argument, value)
  if (typeof value !== 'string') return 'wants text'
  if (value.startsWith('-')) return 'begins with "-"'
  if (argument.type === 'choice') return argument.choices.includes(value) ? null : 'wants one of its choices'
  if (value === '' || value.length > argument.most) return `wants 1 to ${argument.most} characters`
  if (visible(value) !== value) return 'holds characters that do not show, or that change what is around them'
  const matches = matchesPattern(argument.pattern, value)
  if (matches === 'late')
    return 'takes too long to compare with its pattern, which policy.toml could make simpler'
  return matches ? null : 'does not match its pattern'
}

function integerProblem(
  { least, most }: Extract<Argument, { type: 'integer' }>,
  value: string | number,
): string | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'wants a whole number'
  if (least !== undefined && value < least) return `wants at least ${least}`
  return most !== undefined && value > most ? `wants at most ${most}` : null
}

const wrong = (is: string) =>
  refused('bad-request', {
    is,
    wanted: 'a command of policy.toml with exactly the arguments that it declares',
    fix: 'run "twin apply list" to see them',
  })
