// The HTTP status of each refusal, as OpenAPI documents it. Pure. Relies on the closed list of codes: a new one without a row
// does not compile. The code in the body is what counts; the status is for tools that know only HTTP (RFC 9110).
import type { RefusalCode } from '../../protocol/refusal.ts'

const STATUS: Readonly<Record<RefusalCode, number>> = {
  usage: 400,
  'bad-request': 400,
  'not-json': 400,
  'wrong-shape': 400,
  denied: 403,
  unconfirmed: 403,
  unavailable: 404,
  late: 504,
  busy: 409,
  stale: 409,
  expired: 410,
  'too-long': 413,
  'over-limit': 422,
  'too-many': 429,
  config: 503,
  audit: 503,
  interrupted: 503,
  'not-running': 503,
  disk: 507,
  'no-access': 500,
  'no-store': 500,
  'unknown-layout': 500,
  'store-broken': 500,
  'store-busy': 500,
  crashed: 500,
  'cannot-confine': 500,
  'model-unreachable': 500,
  'model-absent': 500,
  'model-forwarded': 500,
  'model-unusable': 500,
  vault: 500,
  plugin: 500,
  'job-failed': 500,
}
/** What HTTP itself refuses before anything is called: 405 method, 408 time, 415 content type, 431 head. */
const FRAME_STATUSES = [405, 408, 415, 431] as const
export const STATUSES: readonly number[] = [...new Set([...Object.values(STATUS), ...FRAME_STATUSES])].sort()

export const statusOf = (code: RefusalCode): number => STATUS[code]
