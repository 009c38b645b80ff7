// The caps of plugins and of MCP: where each has a case at the cap and one past it. Part of limits.test.ts.
import { FromPlugin } from '../../protocol/pluginLine.ts'

const operation = { name: 'find', summary: 'find notes', class: 'read', input: {} }
const field = { type: 'text', summary: 'a word', required: true }
const named = <T>(amount: number, value: T): [string, T][] =>
  Array.from({ length: amount }, (_, at) => [`n${at}`, value])
const declares = (operations: readonly unknown[]): boolean =>
  FromPlugin.safeParse({ type: 'operations', operations }).success

export const HERE = {
  PLUGIN_OPERATIONS: (amount: number) =>
    declares(named(amount, operation).map(([name, one]) => ({ ...one, name }))),
  PLUGIN_FIELDS: (amount: number) =>
    declares([{ ...operation, input: Object.fromEntries(named(amount, field)) }]),
  PLUGIN_SUMMARY_CHARS: [
    (amount: number) => declares([{ ...operation, summary: 'x'.repeat(amount) }]),
    (amount: number) => declares([{ ...operation, input: { n: { ...field, summary: 'x'.repeat(amount) } } }]),
  ],
} as const

const keepPlugin = (...titles: string[]) => ({ file: 'daemon/plugins/keepPlugin', titles })
export const ELSEWHERE = {
  PLUGIN_DECLARE_SECONDS: keepPlugin('has the time of the cap to declare itself, and each call its own'),
  PLUGIN_QUEUE: keepPlugin('are refused over the queue, and done in their order within it'),
  PLUGIN_RESTARTS: keepPlugin('is started again ever later, and at most so often in a row'),
  PLUGIN_RESTART_SECONDS: keepPlugin('restartDelay doubles from one second'),
  PLUGIN_STEADY_SECONDS: keepPlugin('counts its failures anew once it was steady'),
  PLUGIN_DEPTH: {
    file: 'daemon/plugins/pluginOutput',
    titles: ['pluginOutput takes output nested to the cap and none a level deeper'],
  },
  PLUGIN_KEY_CHARS: {
    file: 'daemon/plugins/pluginOutput',
    titles: ['pluginOutput takes a key of the cap and none a character longer'],
  },
  TOOL_NAME_CHARS: {
    file: 'daemon/plugins/declaration',
    titles: ['isDeclaration takes a whole name of the cap and none a character longer'],
  },
  MCP_LINE_BYTES: {
    file: 'mcp/lineTransport',
    titles: ['a line of the cap is taken and one a byte longer is refused'],
  },
  MCP_REQUESTS: {
    file: 'mcp/lineTransport',
    titles: ['so many requests are taken at once, and one more is refused by its id'],
  },
  MCP_RESULT_BYTES: {
    file: 'mcp/mcpResult',
    titles: ['mcpResult gives a result of the cap and refuses one a byte past it'],
  },
  MCP_WORKSPACES_CHARS: {
    file: 'mcp/instructions',
    titles: ['instructions list names up to the cap, count the rest, and stay within what clients show'],
  },
} as const
