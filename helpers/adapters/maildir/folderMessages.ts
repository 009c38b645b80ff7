// What is known of the messages of one folder, and the form in which it is kept: four fields a message, each ended by NUL, the only
// byte but "/" that no name can hold. Pure.
import type { Name } from './readFolder.ts'
import { messageName } from './messageName.ts'

/** `received`: Unix seconds, null where the file's time says nothing. */
export interface Message extends Name {
  readonly bytes: number
  readonly received: number | null
}
/** By key. */
export type Messages = ReadonlyMap<string, Message>

export function written(messages: Iterable<Message>): Buffer {
  const fields: string[] = []
  for (const { dir, name, bytes, received } of messages)
    fields.push(`${dir}\0${name}\0${bytes}\0${received ?? ''}\0`)
  return Buffer.from(fields.join(''), 'latin1')
}

/** Undefined where the bytes are no such form. */
export function messagesIn(bytes: Buffer): Messages | undefined {
  const fields = bytes.toString('latin1').split('\0')
  if (fields.pop() !== '' || fields.length % 4 !== 0) return undefined
  const messages = new Map<string, Message>()
  for (let at = 0; at < fields.length; at += 4) {
    const [dir, name = '', size = '', received = ''] = fields.slice(at, at + 4)
    if (dir !== 'cur' && dir !== 'new') return undefined
    messages.set(messageName(name).key, {
      dir,
      name,
      bytes: Number(size),
      received: received === '' ? null : Number(received),
    })
  }
  return messages
}
