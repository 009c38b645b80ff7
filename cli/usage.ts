// What a person typed and twin does not know, as a refusal with exit 2. Pure. Relies on the codes and the wording of
// commander 14's errors ("error: …", then perhaps "(Did you mean …?)").
import { refused, type Refusal } from '../protocol/refusal.ts'

const WANTED: Record<string, string> = {
  'commander.unknownOption': 'an option that its --help lists',
  'commander.unknownCommand': 'a command that --help lists',
  'commander.excessArguments': 'no further argument; one that has blanks goes in quotes',
  'commander.optionMissingArgument': 'a value after the option',
  'commander.invalidArgument': 'one of the allowed values',
  'commander.missingArgument': 'the argument that its --help names',
  'commander.help': 'a command that --help lists',
}

/** `path`: the command that was meant, such as "twin mail". */
export function usageRefusal(
  error: { readonly code: string; readonly message: string },
  path: string,
): Refusal {
  const [first = '', ...rest] = error.message.split('\n')
  const said = first.replace(/^error: /, '').replace(/\.$/, '')
  const suggestion = /\(Did you mean (.*)\?\)/.exec(rest.join(' '))?.[1]
  const help = `run "${path} --help"`
  return refused('usage', {
    is: `Cannot run "${path}": ${error.code === 'commander.help' ? 'no command was given' : said}`,
    wanted: WANTED[error.code] ?? 'what its --help lists',
    fix: suggestion ? `did you mean ${suggestion}? Otherwise ${help}` : help,
  }).refusal
}
