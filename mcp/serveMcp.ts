// The MCP server: tools, and nothing else. Lists what twind offers this agent now, hands each call to twind, and hands back what
// comes of it. Relies on the SDK for the protocol and on twind for every decision.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { TOKEN } from '../protocol/call.ts'
import type { Refusal } from '../protocol/refusal.ts'
import type { LineTransport } from './lineTransport.ts'
import { type AskTwind, offered } from './offered.ts'
import { operationName, mcpName } from './mcpName.ts'
import { listing } from './listing.ts'
import { mcpResult } from './mcpResult.ts'

export interface McpParts {
  readonly version: string
  readonly instructions: string
  readonly ask: AskTwind
  readonly transport: LineTransport
  /** One line for a person. */
  readonly log: (line: string) => void
}

/** What no operation is called, and no plugin's can be: twind refuses it, and records it, as it does any other. */
const NO_OPERATION = 'unknown'
/** What no token is. */
const NO_TOKEN = '0'.repeat(64)

/** Serves until the transport closes. */
export async function serveMcp({ version, instructions, ask, transport, log }: McpParts): Promise<void> {
  const server = new Server(
    { name: 'twin', title: 'twin', version },
    { capabilities: { tools: { listChanged: true } }, instructions },
  )
  let listed: ReadonlySet<string> = new Set()
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const found = await offered(ask)
    if (!found.ok) {
      log(found.refusal.is)
      throw new McpError(ErrorCode.InternalError, sentence(found.refusal))
    }
    listed = new Set(found.value.map(({ name }) => mcpName(name)))
    return { tools: found.value.map(listing) }
  })
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken
    const progress = (count: number, total: number) => {
      if (progressToken === undefined || transport.isCongested()) return
      const told = { progressToken, progress: count, total }
      void sendNotification({ method: 'notifications/progress', params: told }).catch(() => undefined)
    }
    const name = operationName(params.name) ?? NO_OPERATION
    const result = await ask(name, callOf(params.arguments ?? {}), { signal, progress })
    if (!result.ok && result.refusal.code === 'not-running') log(result.refusal.is)
    if (!result.ok && result.refusal.code === 'unavailable' && listed.has(params.name)) {
      listed = new Set()
      await server.sendToolListChanged()
    }
    return mcpResult(result)
  })
  await server.connect(transport)
  await transport.closed
}

/**
 * Token, prose and nonce are the caller's and never part of the input. A token that is none is as good as a wrong one; of the
 * others what is no text stays in the input, which twind then refuses by the key's name.
 */
function callOf(args: Readonly<Record<string, unknown>>): Parameters<AskTwind>[1] {
  const { token, prose, nonce, ...rest } = args
  const isText = (value: unknown): value is string => typeof value === 'string'
  const input = {
    ...rest,
    ...(prose !== undefined && !isText(prose) && { prose }),
    ...(nonce !== undefined && !isText(nonce) && { nonce }),
  }
  return {
    input,
    ...(token !== undefined && { token: isText(token) && TOKEN.test(token) ? token : NO_TOKEN }),
    ...(isText(prose) && { prose }),
    ...(isText(nonce) && { nonce }),
  }
}

const sentence = ({ is, wanted, fix }: Refusal): string =>
  `Cannot ask twind: ${is}, wanted ${wanted}; ${fix}.`
