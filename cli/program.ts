// The command line as commander's tree: every command, its options, its example. Errors of the command line are thrown and
// texts are collected, never printed here. Relies on commander 14 (15 needs Node 22).
import { Command } from 'commander'
import type { Run } from './answer.ts'
import { brief } from './commands/brief.ts'
import { check } from './commands/check.ts'
import { demo } from './commands/demo.ts'
import { help } from './commands/help.ts'
import { init } from './commands/init.ts'
import { mail } from './commands/mail.ts'
import { version } from '../files/version.ts'

/** `said` gets what commander prints: help and version. Throws CommanderError when a command line is wrong. */
export function program(run: Run, said: (text: string) => void): Command {
  const root = new Command('twin')
    .description('A morning brief of your mail, made on this machine, without giving anyone the mailbox.')
    .version(`twin ${version()}`, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .usage('<command> [options]')
    .configureOutput({ writeOut: said, writeErr: () => {} })
    .exitOverride()
    .addHelpText(
      'after',
      [
        '',
        'Exit codes: 0 done, 1 failed, 2 usage or configuration, 3 no access to Mail,',
        '4 model not usable, 5 cannot confine a helper, 130 interrupted.',
        '',
        'Example:',
        '  twin init && twin check && twin brief --dry-run',
      ].join('\n'),
    )
  for (const add of [init, check, mail, brief, demo, help]) add(root, run)
  return root
}
