// `twin openapi`: the OpenAPI 3.1 document of the operations that the cli door serves. Relies on the registry for all of it.
import type { Command } from 'commander'
import { version } from '../../files/version.ts'
import { done } from '../../protocol/refusal.ts'
import { terminalJson } from '../../protocol/text/terminal.ts'
import type { Run } from '../answer.ts'
import { loadEngine } from '../loadEngine.ts'
import { subcommand } from '../subcommand.ts'

export function openapi(parent: Command, run: Run): void {
  subcommand(parent, 'openapi', {
    summary: 'print the OpenAPI 3.1 document of the operations, as the socket of twind serves them',
    example: [
      'twin openapi',
      'curl --unix-socket ~/.local/state/twin/doors/cli/twind.sock http://twin/openapi.json',
    ],
  }).action((_options: unknown, command: Command) =>
    run(command, async () => {
      const engine = loadEngine()
      const served = engine.registry.filter(({ doors }) => doors.includes('cli'))
      const document = engine.openapi(served, version())
      return done({
        json: document,
        lines: terminalJson(document)
          .split('\n')
          .map(line => [line]),
      })
    }),
  )
}
