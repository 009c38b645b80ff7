// The page, served for a test, and requests to it that no browser would make. Relies on node:http, which lets a test say any Host.
import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import { page, type Page } from '../../page/page.ts'
import { type Answer, type Double, worldDouble } from './worldDouble.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}
export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
export interface Served {
  readonly double: Double
  readonly page: Page
  readonly origin: string
  /** Lets so many milliseconds pass, and what is due happen. */
  readonly pass: (milliseconds: number) => void
  /** A link that nobody has used. */
  readonly link: () => Promise<string>
  readonly send: (path: string, sent?: Sent) => Promise<Reply>
  /** A form of the page's own, posted as a browser posts it; `headers` replace. */
  readonly post: (
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Reply>
  /** Opens a session by a new link. */
  readonly signIn: () => Promise<SignedIn>
}
export interface SignedIn {
  readonly place: string
  readonly cookie: string
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Reply>
  readonly post: (
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Reply>
}

/** Listens until the test has ended. */
export async function served(answers: Record<string, Answer>, toml = ''): Promise<Served> {
  const double = worldDouble(answers, toml)
  const timers = new Set<{ readonly at: number; readonly act: () => void }>()
  const one = page(double.world, (act, milliseconds) => {
    const pending = { at: double.time + milliseconds, act }
    timers.add(pending)
    return () => timers.delete(pending)
  })
  onTestFinished(() => one.close())
  const link = async (): Promise<string> => {
    const opened = await one.open()
    if (!opened.ok) throw new Error(opened.refusal.is)
    return opened.value.link
  }
  const { origin } = new URL(await link())
  const send = (path: string, sent: Sent = {}) => exchange(origin, path, sent)
  const post: Served['post'] = (path, fields, headers = {}) =>
    send(path, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    })
  const signIn = async (): Promise<SignedIn> => {
    const token = (await link()).split('/').at(-1) ?? ''
    const reply = await post('/open', { token })
    const place = /\/s\/([0-9a-f]{32})\//.exec(String(reply.headers['location']))?.[1] ?? ''
    const cookie = /^twin=[0-9a-f]{64}/.exec(String(reply.headers['set-cookie']))?.[0] ?? ''
    return {
      place,
      cookie,
      get: (path, headers = {}) => send(`/s/${place}/${path}`, { headers: { cookie, ...headers } }),
      post: (path, fields, headers = {}) => post(`/s/${place}/${path}`, fields, { cookie, ...headers }),
    }
  }
  const pass = (milliseconds: number): void => {
    double.time += milliseconds
    for (const pending of [...timers].filter(({ at }) => at <= double.time)) {
      timers.delete(pending)
      pending.act()
    }
  }
  return { double, page: one, origin, pass, link, send, post, signIn }
}

function exchange(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: Sent,
): Promise<Reply> {
  const { port, host } = new URL(origin)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, agent: false, setHost: false, headers: { host, ...headers } },
      response => {
        const parts: Buffer[] = []
        response.on('data', (bytes: Buffer) => parts.push(bytes))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** The hidden fields of the form that posts to `act` on a page. */
export function fieldsOf(body: string, act: string): Record<string, string> {
  const form = new RegExp(`action="[^"]*/${act}".*?</form>`, 's').exec(body)?.[0] ?? ''
  const fields = [...form.matchAll(/<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}
