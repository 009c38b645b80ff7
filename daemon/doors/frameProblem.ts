// What a connection is told whose bytes are no request of HTTP/1.1: there is no response object for it, so the text of one.
// Pure. Relies on node's codes for what its parser and its limits refuse.
import { DOOR_HEAD_BYTES, DOOR_SECONDS } from '../../protocol/limits.ts'
import { encodeLine } from '../../protocol/line.ts'
import { type Refusal, refused } from '../../protocol/refusal.ts'
import { errorOf } from './answer.ts'

/** The whole answer, for the `code` that node gives. */
export function frameProblem(code: string): string {
  const [status, refusal] = PROBLEMS[code] ?? malformed
  const body = encodeLine(errorOf(refusal))
  return [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

type Problem = readonly [string, Refusal]
const fix = 'speak HTTP/1.1: "twin openapi" describes each request'
const malformed: Problem = [
  '400 Bad Request',
  refused('bad-request', { is: 'the request is malformed', wanted: 'HTTP/1.1', fix }).refusal,
]
const PROBLEMS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    refused('too-long', {
      is: `the head of the request has over ${DOOR_HEAD_BYTES} bytes`,
      wanted: `at most ${DOOR_HEAD_BYTES}`,
      fix,
    }).refusal,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    refused('late', {
      is: `no whole request came within ${DOOR_SECONDS} s`,
      wanted: 'one that is sent at once',
      fix,
    }).refusal,
  ],
}
