// The note's own words: numbers with their nouns, and one clause for each cause. Pure.
import type { FailureWhy } from '../../../protocol/score.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'

/** "1 message", "2 messages". */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Messages without a score that a note names; the rest are counted by cause. */
export const FAILED_NAMED = 10

/** "a", "a and b", "a, b and c". */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
}

/** Why a message has no score. */
export const FAILURE_WORDS: Record<FailureWhy, string> = {
  timeout: 'the model did not answer in time',
  unreachable: 'the connection to the model broke',
  http: 'the model refused the request',
  'not-json': 'the answer of the model was not JSON',
  'off-schema': 'the answer of the model broke the rules for answers',
  empty: 'the model gave no answer',
  cut: 'the answer or the question was cut off',
  unfinished: 'the model stopped in the middle',
  'too-long': 'the answer of the model was too long',
}

/** A word www before twin's own full stop would be a link to some renderers. */
const HARMLESS = /^(?!.*www)(?:[0-9]{1,9} )?[a-z](?:[a-z0-9 ;'-]|,(?= ))*$/i

/**
 * A clause that comes from another process of twin's, without its full stop: as it is where it holds nothing but letters,
 * digits, blanks, commas, semicolons, apostrophes and hyphens, and quoted as untrusted text otherwise.
 */
export function sentence(text: string): string {
  const clause = text.replace(/\.$/, '')
  return HARMLESS.test(clause) ? clause : inert(plain(clause))
}

const MODEL_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._/-]|:(?!:))*$/

/** A model's name from the configuration, as code where it looks like one, so that it can be copied. */
export const modelName = (name: string): string =>
  MODEL_NAME.test(name) ? `\`${name}\`` : inert(plain(name))
