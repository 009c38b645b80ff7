// The helper `resolve`: every question over one lane, one after the other, and whatever comes back within the time. Relies on twind to
// pipe the lane to a name server, and on keyQuery.ts for what the bytes mean.
import type { Duplex } from 'node:stream'
import { type KeyAnswer, type KeyName, KeyQuestions } from '../../protocol/dkimKeys.ts'
import { KEY_SECONDS } from '../../protocol/limits.ts'
import { done, refused } from '../../protocol/refusal.ts'
import { endOf } from '../../protocol/stage.ts'
import type { Serve } from '../confined.ts'
import { answeredBy, keyOf, questionOf } from './keyQuery.ts'

export const resolve: Serve = async (start, { lanes }) => {
  const asked = KeyQuestions.safeParse(start.config)
  const [lane] = lanes
  if (!asked.success || lane === undefined) return endOf(misused)
  return endOf(done({ keys: await answersOver(lane, asked.data.names) }))
}

const misused = refused('wrong-shape', {
  is: 'resolve was started without names or without a lane',
  wanted: 'names of keys, and one lane to a name server',
  fix: 'report this: twind and resolve are of different versions',
})

/** What nobody has answered when the lane closes or the time is over is an error. */
function answersOver(lane: Duplex, names: readonly KeyName[]): Promise<KeyAnswer[]> {
  const answers = new Map<number, KeyAnswer>()
  let rest = Buffer.alloc(0)
  return new Promise(settle => {
    const finish = () => {
      clearTimeout(timer)
      settle(names.map((name, id) => answers.get(id) ?? { name, state: 'error' }))
    }
    const timer = setTimeout(finish, KEY_SECONDS * 1_000)
    lane.on('close', finish)
    lane.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      for (let message = first(rest); message; message = first(rest)) {
        rest = rest.subarray(2 + message.length)
        const answered = answeredBy(message)
        const name = answered && names[answered.id]
        if (answered && name && !answers.has(answered.id))
          answers.set(answered.id, keyOf(name, answered.packet))
      }
      if (answers.size === names.length) finish()
    })
    names.forEach((name, id) => lane.write(questionOf(id, name)))
  })
}

/** The first whole message in `bytes`, without its length (two bytes, RFC 1035 section 4.2.2). */
function first(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 2) return undefined
  const length = bytes.readUInt16BE(0)
  return bytes.length >= 2 + length ? bytes.subarray(2, 2 + length) : undefined
}
