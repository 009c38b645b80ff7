// A scripted Ollama: the real wire format of /api/version, /api/tags, /api/show and /api/chat (api/types.go and server/routes.go
// of Ollama), and on demand each way in which it fails. Relies on nothing of twin's.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  answer,
  type Behaviour,
  type ChatCall,
  DIGEST,
  MODEL,
  type ModelRecord,
  type OllamaScript,
  type Reply,
  TRIAL,
} from './script.ts'

export interface Ollama {
  readonly port: number
  readonly host: string
  /** "GET /api/tags" and so on, in order. */
  readonly requests: readonly string[]
  /** Chat calls about mail, in order. */
  readonly calls: readonly ChatCall[]
  readonly trials: readonly ChatCall[]
  /** Most chat calls that were in flight together, and connections accepted. */
  readonly peak: () => number
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Starts one on a port of its own on 127.0.0.1. */
export async function startOllama(script: OllamaScript): Promise<Ollama> {
  const requests: string[] = []
  const calls: ChatCall[] = []
  const trials: ChatCall[] = []
  const sockets = new Set<Socket>()
  const state = { inFlight: 0, peak: 0, connections: 0, loaded: false }

  const chat = async (body: Record<string, unknown>, response: ServerResponse) => {
    const call = chatCall(body)
    const trial = call.messages.some(message => message.content.includes(TRIAL))
    const refusal = refusalOf(call, script)
    if (refusal) return perform(refusal, call, response)
    const index = (trial ? trials : calls).push(call) - 1
    if (!state.loaded && script.load) await sleep(script.load)
    state.loaded = true
    return perform(
      trial ? (script.trial ?? answer(8, 'A form is due tomorrow.')) : behaviourOf(script.chat, call, index),
      call,
      response,
    )
  }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.on('error', () => undefined)
    void (async () => {
      const body = await bodyOf(request)
      if (!localHost(request.headers.host)) return send(response, 403, '')
      if (script.records && request.url !== '/api/chat') return perform(script.records, undefined, response)
      if (request.url === '/api/version') return json(response, 200, { version: script.version ?? '0.32.15' })
      if (request.url === '/api/tags') return json(response, 200, { models: modelsOf(script).map(tagEntry) })
      if (request.url === '/api/show') return show(script, String(body['model']), response)
      if (request.url !== '/api/chat' || request.method !== 'POST')
        return send(response, 404, '404 page not found')
      state.peak = Math.max(state.peak, ++state.inFlight)
      response.once('close', () => state.inFlight--)
      return chat(body, response)
    })()
  })
  server.on('connection', socket => {
    state.connections++
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    host: `http://127.0.0.1:${port}`,
    requests,
    calls,
    trials,
    peak: () => state.peak,
    connections: () => state.connections,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

const modelsOf = (script: OllamaScript): readonly ModelRecord[] => script.models ?? [{ name: MODEL }]

function behaviourOf(chat: OllamaScript['chat'], call: ChatCall, index: number): Behaviour {
  if (typeof chat === 'function') return chat(call, index)
  const list: readonly Behaviour[] = 'type' in chat ? [chat] : chat
  return list[Math.min(index, list.length - 1)] ?? answer(0)
}

/** What the real server refuses before it asks the model. */
function refusalOf(call: ChatCall, script: OllamaScript): Behaviour | undefined {
  const model = modelsOf(script).find(entry => entry.name === call.model)
  if (!model) return { type: 'error', status: 404, error: `model '${call.model}' not found` }
  const thinks = (model.capabilities ?? ['completion', 'thinking']).includes('thinking')
  if (call.think !== undefined && call.think !== false && !thinks)
    return { type: 'error', status: 400, error: `"${call.model}" does not support thinking` }
  if (call.format !== 'json' && (typeof call.format !== 'object' || call.format === null))
    return { type: 'error', status: 400, error: 'invalid format: expected "json" or a JSON schema' }
  return undefined
}

const chatCall = (body: Record<string, unknown>): ChatCall => ({
  model: String(body['model']),
  messages: body['messages'] as ChatCall['messages'],
  stream: body['stream'] !== false,
  format: body['format'],
  think: body['think'],
  options: (body['options'] ?? {}) as ChatCall['options'],
  truncate: body['truncate'],
  shift: body['shift'],
  keep_alive: body['keep_alive'],
  body,
})

async function perform(
  behaviour: Behaviour,
  call: ChatCall | undefined,
  response: ServerResponse,
): Promise<void> {
  switch (behaviour.type) {
    case 'reply':
      return call?.stream ? stream(behaviour, call, response) : json(response, 200, final(behaviour, call))
    case 'late':
      await sleep(behaviour.ms)
      return json(response, 200, final(behaviour.reply, call))
    case 'error':
      return json(response, behaviour.status, { error: behaviour.error ?? 'it failed' })
    case 'error-line': {
      const half = { ...final({ type: 'reply', content: '{"reason"' }, call), done: false }
      return send(response, 200, `${JSON.stringify(half)}\n{"error":"an error was encountered"}\n`)
    }
    case 'raw':
      if (behaviour.contentType) response.setHeader('content-type', behaviour.contentType)
      return send(response, 200, behaviour.body)
    case 'reset':
      if (behaviour.midway) {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 5_000 })
        response.write('{"model":"')
        await sleep(20)
      }
      response.socket?.resetAndDestroy()
      return
    case 'switch':
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
      return
    case 'hang':
      return
  }
}

/** ChatResponse of api/types.go; `done_reason` and the counts are left out when they are empty, as Go's omitempty does. */
function final(reply: Reply, call: ChatCall | undefined): Record<string, unknown> {
  const prompt = call?.messages.reduce((sum, message) => sum + message.content.length, 0) ?? 0
  const count = reply.promptEvalCount ?? Math.ceil(prompt / 4)
  const reason = reply.doneReason === undefined ? 'stop' : reply.doneReason
  return {
    model: call?.model ?? MODEL,
    created_at: '2026-11-30T05:25:00.000000Z',
    message: {
      role: 'assistant',
      content: reply.content,
      ...(reply.thinking === undefined || reply.thinking === '' ? {} : { thinking: reply.thinking }),
    },
    ...(reason === null ? {} : { done_reason: reason }),
    done: reply.done ?? true,
    total_duration: 1_200_000_000,
    load_duration: 30_000_000,
    ...(count === 0 ? {} : { prompt_eval_count: count }),
    prompt_eval_duration: 400_000_000,
    eval_count: Math.ceil((reply.content.length + (reply.thinking ?? '').length) / 4),
    eval_duration: 700_000_000,
    ...reply.extra,
  }
}

/** NDJSON: the text in pieces, then the record with the counts and an empty text. */
function stream(reply: Reply, call: ChatCall, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  const common = { model: call.model, created_at: '2026-11-30T05:25:00.000000Z' }
  for (const piece of reply.content.match(/[^]{1,8}/g) ?? [])
    response.write(
      `${JSON.stringify({ ...common, message: { role: 'assistant', content: piece }, done: false })}\n`,
    )
  response.end(`${JSON.stringify({ ...final(reply, call), message: { role: 'assistant', content: '' } })}\n`)
}

function show(script: OllamaScript, model: string, response: ServerResponse): void {
  const found = modelsOf(script).find(entry => entry.name === model)
  if (!found) return json(response, 404, { error: `model '${model}' not found` })
  return json(response, 200, {
    license: 'Apache License',
    modelfile: '# Modelfile',
    template: '{{ .Prompt }}',
    details: { parent_model: '', format: 'gguf', family: 'gptoss', families: ['gptoss'] },
    ...remote(found),
    model_info: { 'general.architecture': 'gptoss', 'general.parameter_count': 20_914_757_184 },
    capabilities: found.capabilities ?? ['completion', 'tools', 'thinking'],
    modified_at: '2026-10-01T08:00:00.000000Z',
  })
}

const tagEntry = (model: ModelRecord) => ({
  name: model.name,
  model: model.name,
  ...remote(model),
  modified_at: '2026-10-01T08:00:00.000000Z',
  size: 13_793_441_244,
  digest: model.digest ?? DIGEST,
  details: { parent_model: '', format: 'gguf', family: 'gptoss', families: ['gptoss'] },
})
const remote = ({ remote_host, remote_model }: ModelRecord) => ({
  ...(remote_host === undefined ? {} : { remote_host }),
  ...(remote_model === undefined ? {} : { remote_model }),
})

/** The Host check of CVE-2024-28224's fix, for a server bound to loopback. */
const localHost = (host = ''): boolean => /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?$/.test(host)

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text === '' ? {} : JSON.parse(text)
}
const json = (response: ServerResponse, status: number, value: unknown): void =>
  send(response, status, JSON.stringify(value))
function send(response: ServerResponse, status: number, body: string): void {
  if (!response.hasHeader('content-type'))
    response.setHeader('content-type', 'application/json; charset=utf-8')
  response.writeHead(status).end(body)
}
