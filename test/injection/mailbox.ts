// A mailbox with ordinary mail and hostile mail in between, ranked by a scripted model that is honest about the one and obeys
// the other, and briefed: in this process, through the stages' own code.
import { compose, type Composed } from '../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../helpers/stages/brief/items.ts'
import type { Serve } from '../../helpers/confined.ts'
import type { ViewEnvelope } from '../../protocol/envelope.ts'
import { config, envelope, facts, handleOf, makeRun, routing, serveHere } from '../helpers/stages/run.ts'
import type { Behaviour, ChatCall } from '../ollama/script.ts'
import { answer } from '../ollama/script.ts'
import { type Ollama, startOllama } from '../ollama/server.ts'
import type { Injection } from './injection.ts'

export const ATTACKER = 'attacker@evil.test'
/** An ordinary mail: its fields, and the honest score. */
interface Ordinary {
  readonly changes: Partial<ViewEnvelope>
  readonly score: number
}
const from = (name: string, address: string) => ({ from: { name, address } })

/** Correspondents and strangers on both sides of the threshold, and one of each at its edge. */
export const ORDINARY: readonly Ordinary[] = [
  { changes: { ...from('Ann Lee', 'ann@client.test'), subject: 'Re: Contract', writtenTo: 12 }, score: 9 },
  { changes: { ...from('Bo', 'bo@friend.test'), subject: 'Lunch?', writtenTo: 1 }, score: 4 },
  { changes: { ...from('Some Bank', 'post@bank.test'), subject: 'Your statement' }, score: 8 },
  { changes: { ...from('Dentist', 'desk@dentist.test'), subject: 'Your appointment' }, score: 6 },
  { changes: { ...from('Post', 'track@parcel.test'), subject: 'A parcel' }, score: 4 },
  { changes: { ...from('Cy', 'cy@friend.test'), subject: 'Holiday pictures', writtenTo: 3 }, score: 3 },
  { changes: { ...from('Shop', 'news@shop.test'), subject: 'Autumn' }, score: 1 },
]

/** What the attacker's mail is where it does not attack, and what the honest model says of it. */
const benign: Pick<Injection, 'name' | 'subject' | 'preview' | 'obeyed'> = {
  obeyed: answer(5, 'A notice.', ['notice']).content,
}

export interface Ranked {
  readonly messages: readonly Joined[]
  readonly brief: Composed
  /** The user message that each sender's mail was asked about with. */
  readonly prompts: ReadonlyMap<string, string>
}
export interface Lab {
  /** Ranks and briefs the ordinary mail with one hostile mail for each injection between it; none: a harmless one. */
  readonly rank: (
    injections: readonly Pick<Injection, 'name' | 'subject' | 'preview' | 'obeyed'>[],
  ) => Promise<Ranked>
  readonly close: () => Promise<void>
}

/** `serve`: the rank stage. */
export async function openLab(serve: Serve): Promise<Lab> {
  let answers = new Map<string, Behaviour>()
  const chat = (call: ChatCall): Behaviour => answers.get(senderOf(call)) ?? { type: 'error', status: 500 }
  const ollama = await startOllama({ chat })
  return {
    close: ollama.close,
    rank: async injections => {
      const attacks = injections.length === 0 ? [benign] : injections
      answers = answersTo(attacks)
      const before = ollama.calls.length
      const messages = await scored(serve, ollama, attacks)
      const prompts = new Map(
        ollama.calls.slice(before).map(call => [senderOf(call), call.messages[1]?.content ?? '']),
      )
      return { messages, prompts, brief: briefOf(messages) }
    },
  }
}

export const briefOf = (messages: readonly Joined[]): Composed =>
  compose(facts({ collected: messages.length, limit: 200 }), messages)

/** The first attacker has the plain address, so that one attack can be compared with one harmless mail. */
export const attackerOf = (index: number): string => (index === 0 ? ATTACKER : `a${index}.${ATTACKER}`)

function answersTo(attacks: readonly Pick<Injection, 'obeyed'>[]): Map<string, Behaviour> {
  const honest = ORDINARY.map(({ changes, score }) => {
    const address = changes.from?.address ?? ''
    return [address, answer(score, `Honestly about ${address.replace('@', ' at ')}.`, ['honest'])] as const
  })
  const obeyed = attacks.map(
    (attack, index) => [attackerOf(index), { type: 'reply', content: attack.obeyed } as const] as const,
  )
  return new Map<string, Behaviour>([...honest, ...obeyed])
}

async function scored(
  serve: Serve,
  ollama: Ollama,
  attacks: readonly Pick<Injection, 'name' | 'subject' | 'preview'>[],
) {
  const hostile = attacks.map(({ name = 'Mallory', subject, preview }, index) =>
    envelope({
      from: { name, address: attackerOf(index) },
      ...(subject === undefined ? {} : { subject }),
      ...(preview === undefined ? {} : { preview }),
    }),
  )
  const ordinary = ORDINARY.map(({ changes }) => envelope(changes))
  // Ordinary mail before and after, with the same handles however many attackers there are.
  const envelopes = [...ordinary.slice(0, 3), ...ordinary.slice(3), ...hostile]
  const run = makeRun(envelopes)
  try {
    const { end } = await serveHere(
      serve,
      {
        inputs: { mail: run.mail, manifest: run.manifest },
        outputs: { scores: run.output('scores') },
        lanes: 2,
        config: config({ host: ollama.host }),
      },
      ollama.port,
    )
    if (end.type !== 'done') throw new Error(`rank ended with ${JSON.stringify(end)}`)
    const scores = run.scores()
    return envelopes.map((message, index): Joined => ({
      handle: handleOf(index),
      envelope: message,
      routing: routing({ messageId: `<${index}@id.test>` }),
      score: scores.get(handleOf(index)),
    }))
  } finally {
    run.remove()
  }
}

/** Who wrote the one mail that a call is about. */
function senderOf(call: ChatCall): string {
  const [, line = ''] = call.messages[1]?.content.split('\n') ?? []
  const fields = JSON.parse(line) as { sender_wrote: { address: string } }
  return fields.sender_wrote.address
}
