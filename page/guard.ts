// What every request and every answer of the page passes: the exact host and, for a change, the exact origin, so that neither
// another site nor another name for this address gets in; and headers that leave a browser nothing to run, frame or keep.
// Relies on RFC 9110 for Host, RFC 6454 for Origin, Fetch Metadata and CSP 3 for the rest.
import type { MiddlewareHandler } from 'hono'
import { STYLE_HASH } from './style.ts'

const POLICY = [
  "default-src 'none'",
  `style-src '${STYLE_HASH}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  'sandbox allow-forms allow-same-origin',
].join('; ')

/**
 * `same-origin` and not `no-referrer`: under the latter a browser calls the origin of the page's own forms "null", and the
 * check below would have to take that. No address of the page reaches another origin either way.
 */
const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), display-capture=(), usb=()',
  // A page is one request: no connection is left to end when the page ends.
  Connection: 'close',
} as const

/** Why a request is turned away; null where it may go on. `site`, `mode`: Fetch Metadata, absent from old browsers. */
export function problemOf(
  request: { readonly method: string; readonly header: (name: string) => string | undefined },
  origin: string,
): string | null {
  if (request.header('host') !== new URL(origin).host) return 'this page has another address'
  const destination = request.header('sec-fetch-dest')
  if (destination !== undefined && destination !== 'document') return 'this page stands alone'
  if (request.method === 'GET') return null
  if (request.method !== 'POST') return 'this page is only read and filled in'
  if (request.header('origin') !== origin) return 'the form came from elsewhere'
  const site = request.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return 'the form came from elsewhere'
  const type = request.header('content-type') ?? ''
  return /^application\/x-www-form-urlencoded(?:;|$)/i.test(type) ? null : 'the form has another form'
}

/** Turns away what problemOf names, with a line of text and no page, and puts the headers on every answer. */
export const guard =
  (origin: string): MiddlewareHandler =>
  async (context, next) => {
    const problem = problemOf(
      { method: context.req.method, header: name => context.req.header(name) },
      origin,
    )
    if (problem === null) await next()
    else context.res = context.text(`Not answered: ${problem}.\n`, 403)
    for (const [name, value] of Object.entries(HEADERS)) context.res.headers.set(name, value)
  }
