// Messages with real DKIM signatures, and a name server of this machine that has their keys: for tests. Relies on mailauth's signer, whose
// code is not the verifier's.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { decode, streamEncode } from 'dns-packet'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'

export interface Key {
  readonly pem: string
  /** The TXT record. */
  readonly record: string
}
const spki = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })
const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export function rsaKey(bits = 2_048): Key {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  return { pem: pemOf(privateKey), record: `v=DKIM1; k=rsa; p=${spki(publicKey).toString('base64')}` }
}
export function ed25519Key(): Key {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = spki(publicKey).subarray(-32).toString('base64')
  return { pem: pemOf(privateKey), record: `v=DKIM1; k=ed25519; p=${raw}` }
}

export interface Signing {
  readonly key: Key
  readonly domain: string
  readonly selector: string
  readonly algorithm?: string
  /** Unix seconds. */
  readonly signed?: number
  readonly expires?: number
  readonly bodyLength?: number
  /** Names of the fields that are signed, with colons between them. */
  readonly fields?: string
}
/** `raw` with one signature more before it. */
export async function signed(raw: string, signing: Signing): Promise<string> {
  const made = await dkimSign(raw, {
    canonicalization: 'relaxed/relaxed',
    algorithm: signing.algorithm ?? 'rsa-sha256',
    ...(signing.signed === undefined ? {} : { signTime: new Date(signing.signed * 1_000) }),
    // Its types want a list, its code one text.
    ...(signing.fields === undefined ? {} : { headerList: signing.fields as unknown as string[] }),
    ...(signing.expires === undefined ? {} : { expires: new Date(signing.expires * 1_000) }),
    // Its types want them here as well.
    signingDomain: signing.domain,
    selector: signing.selector,
    privateKey: signing.key.pem,
    signatureData: [
      {
        signingDomain: signing.domain,
        selector: signing.selector,
        privateKey: signing.key.pem,
        algorithm: signing.algorithm ?? 'rsa-sha256',
        ...(signing.bodyLength === undefined ? {} : { maxBodyLength: signing.bodyLength }),
      },
    ],
  })
  if (made.errors.length > 0) throw new Error(`Cannot sign: ${JSON.stringify(made.errors)}`)
  return `${made.signatures}${raw}`
}

export const mailFrom = (from: string, body = 'Hello\r\n', more = ''): string =>
  `From: ${from}\r\nTo: me@home.test\r\nSubject: Hello\r\nDate: Mon, 30 Nov 2026 05:25:00 +0000\r\n${more}Message-ID: <1@mail.test>\r\n\r\n${body}`

export interface NameServer {
  /** ADDRESS:PORT, for `[dkim] server`. */
  readonly address: string
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}
/** A name server over TCP. `records`: TXT by name; a name without one does not exist; null: it is never answered. */
export async function openNameServer(
  records: Readonly<Record<string, readonly string[] | null>>,
): Promise<NameServer> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const length = rest.readUInt16BE(0)
        const { id, questions = [] } = decode(rest.subarray(2, 2 + length))
        rest = rest.subarray(2 + length)
        const name = questions[0]?.name ?? ''
        asked.push(name)
        const texts = Object.hasOwn(records, name) ? records[name] : []
        if (texts === null || texts === undefined) continue
        socket.write(
          streamEncode({
            type: 'response',
            id,
            // The low bits are the code: 3 is NXDOMAIN (RFC 1035 section 4.1.1).
            flags: texts.length > 0 ? 0 : 3,
            questions,
            answers: texts.map(data => ({
              type: 'TXT' as const,
              name,
              class: 'IN' as const,
              ttl: 60,
              data: pieces(data),
            })),
          }),
        )
      }
    })
  })
  const port = await listening(server)
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise(settle => {
        for (const socket of sockets) socket.destroy()
        server.close(() => settle())
      }),
  }
}

const pieces = (text: string): string[] => text.match(/.{1,255}/gs) ?? ['']

const listening = (server: Server): Promise<number> =>
  new Promise(settle => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      settle(typeof address === 'object' && address ? address.port : 0)
    })
  })
