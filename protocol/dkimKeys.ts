// The keys of DKIM: which ones a message asks for, what the name server said of each, and what came of the message. Relies on
// limits.ts; a domain and a selector are letters, digits, "-", "_" and dots, and nothing else is ever asked for.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { DKIM_STATES } from './message.ts'
import { NAME_PATTERN } from './dnsName.ts'

const name = z.string().check(z.maxLength(253), z.regex(NAME_PATTERN))
const sentence = z.string().check(z.maxLength(cap.SENTENCE_CHARS))

/** SELECTOR._domainkey.DOMAIN, in small letters (RFC 6376 section 3.6.2.1). */
export const KeyName = z
  .strictObject({ domain: name, selector: name })
  .check(z.refine(({ domain, selector }) => `${selector}._domainkey.${domain}`.length <= 253, 'is too long'))
export type KeyName = z.infer<typeof KeyName>
export const keyNameOf = ({ domain, selector }: KeyName): string => `${selector}._domainkey.${domain}`

/** What `resolve` is asked, as its config. */
export const KeyQuestions = z.strictObject({
  names: z.array(KeyName).check(z.minLength(1), z.maxLength(cap.KEYS_AT_ONCE)),
})

/** `text`: the key record. `absent`: there is none. `error`: nobody said. */
export const KeyAnswer = z.discriminatedUnion('state', [
  z.strictObject({
    name: KeyName,
    state: z.literal('found'),
    text: z.string().check(z.maxLength(cap.KEY_CHARS)),
  }),
  z.strictObject({ name: KeyName, state: z.enum(['absent', 'error']) }),
])
export type KeyAnswer = z.infer<typeof KeyAnswer>
/** The report of `resolve`, and the file that the stage `dkim` is given. */
export const KeyAnswers = z.strictObject({ keys: z.array(KeyAnswer).check(z.maxLength(cap.KEYS_AT_ONCE)) })

/**
 * What the stage `dkim` says of one message. `names`: the keys that would still decide something, none in a final answer. `author`: the
 * address in From that the signature was held against.
 */
export const DkimRecord = z.strictObject({
  state: z.enum(DKIM_STATES),
  domain: z.nullable(name),
  why: z.nullable(sentence),
  author: z.nullable(z.string().check(z.maxLength(cap.ADDRESS_CHARS))),
  names: z.array(KeyName).check(z.maxLength(cap.SIGNATURES)),
})
export type DkimRecord = z.infer<typeof DkimRecord>
