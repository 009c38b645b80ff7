// Requests as twind writes them, for tests of the folder's protocol. Relies on protocol/nonce.ts for names.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Nonce } from '../../../protocol/brand.ts'
import { nonceFrom, requestName, responseName } from '../../../protocol/nonce.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { type MailAnswer, type Request, Response } from '../../../protocol/request.ts'

export const freshNonce = (): Nonce => nonceFrom(process.pid, process.hrtime.bigint(), randomBytes(16))

export const diagnoseRequest = (nonce: string, now = Date.now()): Request => ({
  v: 1,
  nonce,
  op: 'diagnose',
  expires: Math.floor(now / 1_000) + 60,
})

/** Places a request; `content` where it is not to be a proper one. */
export function place(folder: string, content?: string | Buffer, nonce = freshNonce()): Nonce {
  writeFileSync(join(folder, requestName(nonce)), content ?? JSON.stringify(diagnoseRequest(nonce)), {
    mode: 0o600,
  })
  return nonce
}

/** The answer file of `nonce`, checked; undefined where there is none. */
export function responseOf(folder: string, nonce: string): Response | undefined {
  const path = join(folder, responseName(nonce as Nonce))
  return existsSync(path) ? Response.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined
}

/** An answer that tells whose it is. */
export const echo = (request: Request): Result<MailAnswer> =>
  done({
    op: 'diagnose',
    access: 'open',
    store: request.nonce,
    entries: { before: 0, after: 0 },
    index: null,
    denials: [],
    grantee: '',
    parent: 1,
    degraded: [],
  })
