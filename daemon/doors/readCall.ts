// One request of a door as a call: its path, method, type and body, each believed only in the one form that is documented.
// Relies on node:http for the framing, and on protocol/call.ts for the body.
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Call, OPERATION } from '../../protocol/call.ts'
import { CALL_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { refused, type Refusal } from '../../protocol/refusal.ts'
import type { Asked } from '../world.ts'
import { statusOf } from './statusCode.ts'

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i
const PREFIX = '/operations/'

/** Refused with the status that HTTP has for it; the connection ends with it, since more may follow unread. */
interface Unserved {
  readonly status: number
  readonly refusal: Refusal
}
export type Route =
  | { readonly kind: 'call'; readonly name: string }
  | { readonly kind: 'document' }
  | ({ readonly kind: 'unserved' } & Unserved)

/** What a request asks for, by its head alone. */
export function routeOf({ url = '', method, headers }: IncomingMessage, hasDocument: boolean): Route {
  if (hasDocument && url === '/openapi.json')
    return method === 'GET' ? { kind: 'document' } : wrongMethod('GET')
  const name = url.startsWith(PREFIX) ? url.slice(PREFIX.length) : ''
  if (!OPERATION.test(name)) return unserved(404, noSuchPath)
  if (method !== 'POST') return wrongMethod('POST')
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return unserved(415, wrongType)
  return Number(headers['content-length'] ?? 0) > CALL_BYTES
    ? unserved(statusOf('too-long'), tooLong)
    : { kind: 'call', name }
}

/** The call in the body; undefined where the connection ended before the body did. */
export async function readCall(
  request: IncomingMessage,
  name: string,
): Promise<{ readonly ok: true; readonly value: Asked } | ({ readonly ok: false } & Unserved) | undefined> {
  const bytes = await readBody(request)
  if (!Buffer.isBuffer(bytes)) return bytes === 'too-long' ? failed(tooLong) : undefined
  if (!isUtf8(bytes)) return notJson('is not UTF-8')
  const parsed = parseJson(bytes.toString())
  if (!parsed.ok) return notJson(`is refused: ${parsed.problem}`)
  const call = Call.safeParse(parsed.value)
  if (!call.success) return wrongShape(call.error.issues[0]?.path.map(String).join('.'))
  return { ok: true, value: { name, ...call.data } }
}

const failed = (refusal: Refusal): { readonly ok: false } & Unserved => ({
  ok: false,
  status: statusOf(refusal.code),
  refusal,
})

/** Never holds more than the cap and one chunk. */
function readBody(request: IncomingMessage): Promise<Buffer | 'too-long' | 'gone'> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise(resolve => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > CALL_BYTES) {
        request.pause()
        resolve('too-long')
      } else chunks.push(chunk)
    })
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('close', () => resolve('gone'))
  })
}

const unserved = (status: number, refusal: Refusal): Route => ({ kind: 'unserved', status, refusal })
const wrongMethod = (method: string) =>
  unserved(
    405,
    refused('bad-request', {
      is: 'the method is another one',
      wanted: `${method} for this path`,
      fix: 'look at the OpenAPI document: "twin openapi"',
    }).refusal,
  )
const { refusal: noSuchPath } = refused('bad-request', {
  is: 'there is no such path',
  wanted: 'POST /operations/NAME',
  fix: 'look at the OpenAPI document: "twin openapi"',
})
const { refusal: wrongType } = refused('bad-request', {
  is: 'the body is of another type',
  wanted: 'content-type: application/json, in UTF-8',
  fix: 'send the call as JSON',
})
const { refusal: tooLong } = refused('too-long', {
  is: `the call has over ${CALL_BYTES} bytes`,
  wanted: `at most ${CALL_BYTES}`,
  fix: 'ask for less at once',
})
const notJson = (is: string) =>
  failed(
    refused('not-json', {
      is: `the body ${is}`,
      wanted: 'one JSON object in UTF-8, each key once',
      fix: 'send {"input":{…}}',
    }).refusal,
  )
const wrongShape = (path: string | undefined) =>
  failed(
    refused('wrong-shape', {
      is: `the call is wrong at ${path ? JSON.stringify(path.slice(0, 64)) : 'the top'}`,
      wanted: 'an object with input, and confirm or token where they are wanted',
      fix: 'send {"input":{…}}',
    }).refusal,
  )
