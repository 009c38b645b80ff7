// Completion for bash, zsh and fish: scripts made of the command tree, so that pressing Tab starts no process. Pure. Relies on
// every word of the tree being one of ours: a lower-case name, or an option.
import type { TreeCommand } from './commandTree.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** The script of `shell`, made of `tree`, parents first. */
export function completionScript(shell: Shell, tree: readonly TreeCommand[]): string {
  return { bash, zsh, fish }[shell](tree)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const optionWords = ({ options }: TreeCommand): string[] => options.map(({ long }) => long)
const wordsOf = (command: TreeCommand): string[] => [
  ...command.children.map(({ name }) => name),
  ...command.words,
  ...optionWords(command),
]
/** Of each option that takes a value: the words before it, and what may follow. */
const valued = (tree: readonly TreeCommand[]) =>
  tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ long, choices, takesFile }) => ({ at: `${path}:${long}`, choices, takesFile })),
  )
const paths = (tree: readonly TreeCommand[]): string =>
  tree
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|')

/** How bash and zsh find the command that the words so far name. `first`: the index of the first word behind "twin". */
const walk = (tree: readonly TreeCommand[], words: string, span: string): string => `  local at='' word i
  for ((${span})); do
    word="\${${words}[i]}"
    case "\${at:+$at }$word" in
      ${paths(tree)}) at="\${at:+$at }$word" ;;
    esac
  done`

function bash(tree: readonly TreeCommand[]): string {
  return `# Completion of twin for bash: put "source <(twin completion bash)" into ~/.bashrc
_twin() {
${walk(tree, 'COMP_WORDS', 'i = 1; i < COMP_CWORD; i++')}
  local cur="\${COMP_WORDS[COMP_CWORD]}" words=''
  case "$at:\${COMP_WORDS[COMP_CWORD - 1]}" in
${valued(tree)
  .map(({ at, choices, takesFile }) =>
    takesFile
      ? `    ${quoted(at)}) compopt -o default; COMPREPLY=(); return ;;`
      : `    ${quoted(at)}) words=${quoted(choices.join(' '))} ;;`,
  )
  .join('\n')}
    *)
      case "$at" in
${tree.map(command => `        ${quoted(command.path)}) words=${quoted(wordsOf(command).join(' '))} ;;`).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _twin twin
`
}

/** An entry of _describe: a colon parts the word from what it means. */
const described = (word: string, summary: string): string =>
  quoted(summary === '' ? word : `${word.replaceAll(':', '\\:')}:${summary}`)

function zsh(tree: readonly TreeCommand[]): string {
  const items = (command: TreeCommand): string =>
    [
      ...command.children.map(({ name, summary }) => described(name, summary)),
      ...command.words.map(word => described(word, '')),
      ...command.options.map(({ long, summary }) => described(long, summary)),
    ].join(' ')
  return `#compdef twin
# Completion of twin for zsh: put "source <(twin completion zsh)" into ~/.zshrc, behind compinit
_twin() {
${walk(tree, 'words', 'i = 2; i < CURRENT; i++')}
  local -a items
  case "$at:\${words[CURRENT - 1]}" in
${valued(tree)
  .map(({ at, choices, takesFile }) =>
    takesFile
      ? `    ${quoted(at)}) _files; return ;;`
      : `    ${quoted(at)}) items=(${choices.map(quoted).join(' ')}) ;;`,
  )
  .join('\n')}
    *)
      case "$at" in
${tree.map(command => `        ${quoted(command.path)}) items=(${items(command)}) ;;`).join('\n')}
      esac
      ;;
  esac
  _describe 'twin' items
}
if [[ "\${funcstack[1]}" = _twin ]]; then _twin "$@"; else compdef _twin twin; fi
`
}

function fish(tree: readonly TreeCommand[]): string {
  const line = (at: string, rest: string, summary: string): string =>
    `complete -c twin -n ${quoted(`__twin_at ${quoted(at)}`)} ${rest} -d ${quoted(summary)}`
  const lines = tree.flatMap(({ path, children, words, options }) => [
    ...children.map(({ name, summary }) => line(path, `-a ${name}`, summary)),
    ...words.map(word => line(path, `-a ${quoted(word)}`, '')),
    ...options.map(option => {
      const value = option.takesFile
        ? ' -r -F'
        : option.takesValue
          ? ` -x -a ${quoted(option.choices.join(' '))}`
          : ''
      return line(path, `-l ${option.long.slice(2)}${value}`, option.summary)
    }),
  ])
  return `# Completion of twin for fish: twin completion fish > ~/.config/fish/completions/twin.fish
function __twin_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim -- "$at $word")
        switch $next
            case ${paths(tree).replaceAll('|', ' ')}
                set at $next
        end
    end
    test "$at" = "$argv[1]"
end
complete -c twin -f
${lines.join('\n')}
`
}
