// MCP over two streams, a JSON-RPC message a line, from a client that may do anything: lines are capped and strictly parsed, only
// so many requests are open at once, and nothing more is read while nobody reads what is answered. Relies on the SDK for the
// protocol behind it.
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ErrorCode,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { Readable, Writable } from 'node:stream'
import { MCP_LINE_BYTES, MCP_REQUESTS } from '../protocol/limits.ts'
import { encodeLine, parseJson } from '../protocol/line.ts'
import { cappedLines } from './cappedLines.ts'

export interface LineTransport extends Transport {
  /** Whether the client has yet to read what it was sent. */
  readonly isCongested: () => boolean
  /** Resolves when `input` has ended, or nobody reads `output` any more. */
  readonly closed: Promise<void>
}

export function lineTransport(input: Readable, output: Writable): LineTransport {
  const open = new Set<RequestId>()
  let end: () => void = () => {}
  const closed = new Promise<void>(resolve => (end = resolve))
  const write = (message: JSONRPCMessage): void => {
    if (!output.write(encodeLine(message))) input.pause()
  }
  const transport: LineTransport = {
    start: async () => {
      input.on('data', cappedLines(MCP_LINE_BYTES, take))
      for (const event of ['end', 'error', 'close']) input.once(event, end)
      output.on('drain', () => input.resume())
      output.once('error', end)
    },
    send: async message => {
      if ('id' in message && message.id !== undefined && !('method' in message)) open.delete(message.id)
      write(message)
    },
    close: async () => end(),
    isCongested: () => output.writableNeedDrain,
    closed: closed.then(() => {
      input.destroy()
      return transport.onclose?.()
    }),
  }
  function take(line: string | undefined): void {
    const message = line === undefined ? undefined : messageOf(line)
    if (message === undefined) return write(refusal(ErrorCode.ParseError, UNREADABLE))
    if (isJSONRPCRequest(message)) {
      const problem = admit(open, message.id)
      if (problem !== undefined) return write(refusal(ErrorCode.InvalidRequest, problem, message.id))
    }
    const cancelled = cancelledBy(message)
    if (cancelled !== undefined) open.delete(cancelled)
    transport.onmessage?.(message)
  }
  return transport
}

const refusal = (code: ErrorCode, message: string, id?: RequestId): JSONRPCMessage => ({
  jsonrpc: '2.0',
  ...(id !== undefined && { id }),
  error: { code, message },
})

const UNREADABLE = `Cannot read this line: wanted one JSON-RPC message of at most ${MCP_LINE_BYTES} bytes, each key once`

function messageOf(line: string): JSONRPCMessage | undefined {
  const parsed = parseJson(line)
  const message = parsed.ok ? JSONRPCMessageSchema.safeParse(parsed.value) : undefined
  return message?.success ? message.data : undefined
}

/** Counts a request as open; the problem where it may not be. */
function admit(open: Set<RequestId>, id: RequestId): string | undefined {
  if (open.has(id)) return 'Cannot take this request: its id is that of an open one'
  if (open.size >= MCP_REQUESTS) return `Cannot take this request: ${MCP_REQUESTS} are open`
  open.add(id)
  return undefined
}

/** A request that is cancelled gets no answer. */
function cancelledBy(message: JSONRPCMessage): RequestId | undefined {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return undefined
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}
