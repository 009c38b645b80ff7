// A question for one DKIM key as DNS over TCP, and what an answer says. Relies on dns-packet for the wire format (RFC 1035; RFC 7766
// for TCP). An answer counts only where it is one to the question that was asked.
import { type Answer, decode, type Packet, RECURSION_DESIRED, streamEncode } from 'dns-packet'
import { type KeyAnswer, type KeyName, keyNameOf } from '../../protocol/dkimKeys.ts'
import { KEY_CHARS } from '../../protocol/limits.ts'

/** Hops from the name to the TXT record: providers point at each other with CNAME. */
const ALIASES = 8
const NO_SUCH_NAME = 'NXDOMAIN'

/** The bytes of question `id` (0 to 65,535), its length before it. */
export const questionOf = (id: number, name: KeyName): Uint8Array =>
  streamEncode({
    type: 'query',
    id,
    flags: RECURSION_DESIRED,
    questions: [{ type: 'TXT', class: 'IN', name: keyNameOf(name) }],
  })

/** The number of the question that `message` answers; undefined where it is no answer at all. */
export function answeredBy(message: Uint8Array): { id: number; packet: Packet } | undefined {
  try {
    const packet = decode(Buffer.from(message))
    return packet.type === 'response' && packet.id !== undefined ? { id: packet.id, packet } : undefined
  } catch {
    return undefined
  }
}

/** What `packet` says of `name`. Several records are none (RFC 6376 section 3.6.2.2: undefined), so nothing is picked. */
export function keyOf(name: KeyName, packet: Packet): KeyAnswer {
  const asked = keyNameOf(name)
  const [question, ...others] = packet.questions ?? []
  const fits = others.length === 0 && question?.type === 'TXT' && question.name.toLowerCase() === asked
  if (!fits) return { name, state: 'error' }
  // Its types leave out what decode adds.
  const code: unknown = Reflect.get(packet, 'rcode')
  const isCut: unknown = Reflect.get(packet, 'flag_tc')
  if (code === NO_SUCH_NAME) return { name, state: 'absent' }
  if (code !== 'NOERROR' || isCut === true) return { name, state: 'error' }
  const texts = textsOf(packet.answers ?? [], asked)
  const [text] = texts
  if (text === undefined) return { name, state: 'absent' }
  return texts.length > 1 || text.length > KEY_CHARS
    ? { name, state: 'error' }
    : { name, state: 'found', text }
}

/** The TXT records at the end of the chain of aliases that begins at `name`. */
function textsOf(answers: readonly Answer[], name: string): string[] {
  let at = name
  for (let hop = 0; hop < ALIASES; hop++) {
    const alias = answers.find(one => one.type === 'CNAME' && one.name.toLowerCase() === at)
    if (alias?.type !== 'CNAME') break
    at = alias.data.toLowerCase()
  }
  return answers.flatMap(one =>
    one.type === 'TXT' && one.name.toLowerCase() === at ? [joined(one.data)] : [],
  )
}

/** One record is several strings of at most 255 bytes, which belong together without anything between. */
const joined = (data: string | Buffer | readonly (string | Buffer)[]): string =>
  (typeof data === 'string' || Buffer.isBuffer(data) ? [data] : data)
    .map(part => (typeof part === 'string' ? part : part.toString('latin1')))
    .join('')
