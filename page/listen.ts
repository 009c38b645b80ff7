// The page's web server: a free port of 127.0.0.1, few connections, none that waits long. Relies on node:http and on hono's
// adapter for it.
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { PAGE_CONNECTIONS, PAGE_REQUEST_SECONDS } from '../protocol/limits.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

export interface Listening {
  readonly origin: string
  /** Takes no further connection; what is being answered is answered, unless `atOnce`. */
  readonly end: (atOnce: boolean) => void
}
type Answer = (request: Request) => Response | Promise<Response>

/** `answerAt`: what answers, once the origin is known. Refused where the system gives no port. */
export function listen(answerAt: (origin: string) => Answer): Promise<Result<Listening>> {
  const timeout = PAGE_REQUEST_SECONDS * 1000
  const server = createServer({
    headersTimeout: timeout,
    requestTimeout: timeout,
    connectionsCheckingInterval: 1000,
  })
  server.maxConnections = PAGE_CONNECTIONS
  return new Promise(resolve => {
    server.once('error', error => resolve(unlistenable('code' in error ? String(error.code) : error.name)))
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => {
      const address = server.address()
      const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
      const answer = getRequestListener(answerAt(origin), {
        hostname: '127.0.0.1',
        overrideGlobalObjects: false,
      })
      server.on('request', (request, response) => void answer(request, response))
      resolve(done({ origin, end: atOnce => end(server, atOnce) }))
    })
  })
}

function end(server: Server, atOnce: boolean): void {
  server.close()
  if (atOnce) server.closeAllConnections()
  else server.closeIdleConnections()
}

const unlistenable = (code: string) =>
  refused('not-running', {
    is: `the page cannot listen on 127.0.0.1 (${code})`,
    wanted: 'a free port of this machine',
    fix: 'run "twin ui" again, or decide in the terminal with "twin proposals"',
  })
