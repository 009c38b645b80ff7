// The man page twin(1) as roff, made of the command tree. Pure. Relies on man(7)'s macros and on completion/commandTree.ts.
import type { TreeCommand } from './completion/commandTree.ts'

/** `version`: of twin. `exits`: each exit code and what it means. */
export function manPage(
  tree: readonly TreeCommand[],
  { version, exits }: { readonly version: string; readonly exits: readonly (readonly [number, string])[] },
): string {
  const [root, ...commands] = tree
  return `${[
    `.TH TWIN 1 "" "twin ${version}" "User Commands"`,
    '.SH NAME',
    'twin \\- a morning brief of your mail, and one gate for everything that touches it',
    '.SH SYNOPSIS',
    '.B twin',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    escaped(root?.summary ?? ''),
    ...(root?.options ?? []).flatMap(optionLines),
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH "EXIT STATUS"',
    ...exits.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escaped(meaning)]),
    '.SH FILES',
    ...FILES.flatMap(([path, meaning]) => ['.TP', `.I ${escaped(path)}`, escaped(meaning)]),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, meaning]) => ['.TP', `.B ${name}`, escaped(meaning)]),
  ].join('\n')}\n`
}

function commandLines({ path, usage, summary, options, arguments: given }: TreeCommand): string[] {
  return [
    `.SS "twin ${path}"`,
    `.B ${escaped(usage)}`,
    '.br',
    escaped(summary),
    ...given.flatMap(({ term, summary: about }) => ['.TP', `.I ${escaped(term)}`, escaped(about)]),
    ...options.flatMap(optionLines),
  ]
}

const optionLines = ({ flags, summary, choices }: TreeCommand['options'][number]): string[] => [
  '.TP',
  `.B ${escaped(flags)}`,
  escaped(choices.length > 0 ? `${summary} (${choices.join(', ')})` : summary),
]

/** Text that roff prints as it stands: no escape, no request at a line start, hyphens that can be copied. */
function escaped(text: string): string {
  const line = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ')
  return /^[.']/.test(line) ? `\\&${line}` : line
}

const FILES = [
  ['~/.config/twin/twin.toml', 'what twin reads, how it ranks, where the brief goes, when jobs run'],
  ['~/.config/twin/policy.toml', 'what twin may do at all: auto, propose or never for each capability'],
  ['~/.local/state/twin', 'its state; nothing but twin writes there'],
] as const
const ENVIRONMENT = [
  ['TWIN_HOME', 'the folder of twin.toml and policy.toml, with the state in it as "state"'],
  ['TWIN_DEBUG', '1 shows the stack of a bug of our own'],
  ['NO_COLOR', 'any value: no colour'],
] as const
