// `twin mcp --agent NAME`: this process becomes the MCP server of that agent, without a shell between them. Relies on
// dist/mcp.cjs, which speaks on stdin and stdout and ends the process itself.
import type { Command } from 'commander'
import { loadBundle } from '../../files/loadBundle.ts'
import { exampleLines } from '../subcommand.ts'

export function mcp(parent: Command): void {
  parent
    .command('mcp')
    .description('speak MCP on stdin and stdout, for an AI client that acts as one of your agents')
    .requiredOption('--agent <name>', 'the agent: a table [agents.NAME] of twin.toml')
    .helpCommand(false)
    .addHelpText('after', exampleLines(['twin mcp --agent claude']))
    .action(async ({ agent }: { readonly agent: string }) => {
      process.argv = [process.execPath, 'mcp', `--agent=${agent}`]
      loadBundle('mcp')
      // The bundle ends this process when stdin closes.
      await new Promise(() => {})
    })
}
