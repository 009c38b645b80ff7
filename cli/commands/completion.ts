// `twin completion SHELL`: the script that completes twin's words in a shell. Relies on the command tree itself, so that nothing
// has to be kept in step.
import { Argument, type Command } from 'commander'
import { done } from '../../protocol/refusal.ts'
import type { Run } from '../answer.ts'
import { commandTree } from '../completion/commandTree.ts'
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts'
import { subcommand } from '../subcommand.ts'

export function completion(parent: Command, run: Run): void {
  subcommand(parent, 'completion', {
    summary: 'print the script that completes twin in your shell',
    example: [
      'source <(twin completion bash)',
      'twin completion fish > ~/.config/fish/completions/twin.fish',
    ],
  })
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(SHELLS))
    .action((shell: Shell, _options: unknown, command: Command) =>
      run(command, async () => {
        const script = completionScript(shell, commandTree(parent))
        return done({
          json: { shell, script },
          lines: script
            .trimEnd()
            .split('\n')
            .map(line => [line]),
        })
      }),
    )
}
