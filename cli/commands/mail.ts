// `twin mail`: the group of commands that ask the mail helper something. Relies on one file a command.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { mailCollect } from './mailCollect.ts'
import { mailDiagnose } from './mailDiagnose.ts'
import { mailProbe } from './mailProbe.ts'

export function mail(parent: Command, run: Run): void {
  const group = parent
    .command('mail')
    .description('ask the confined mail helper: diagnose, probe, collect')
    .helpCommand(false)
    .addHelpText('after', '\nExample:\n  twin mail diagnose')
  for (const add of [mailDiagnose, mailProbe, mailCollect]) add(group, run)
}
