// twin.toml: its shape, every default, and the checks that need no file system. Unknown keys are refused by name; a
// default configuration reads nothing. Relies on smol-toml for TOML 1.0.
import { parse } from 'smol-toml'
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { done, refused, type Result } from './refusal.ts'

/** A character that shows by itself: an invisible entry would look as if it named somebody. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u2800]/gu
const scopeEntry = z.string().check(
  z.refine(
    value => (value.match(VISIBLE)?.length ?? 0) >= 2,
    'wants at least two characters that are not blank',
  ),
  z.maxLength(cap.LABEL_CHARS),
)
const scopeList = z._default(z.array(scopeEntry).check(z.maxLength(cap.SCOPE_ENTRIES)), [])
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'wants HH:MM'))
const DURATION = /^[1-9]\d{0,5}[smhd]$/
/** A duration: a whole number and s, m, h or d. */
export const duration = z
  .string()
  .check(z.regex(DURATION, 'wants a whole number and s, m, h or d, for example "24h"'))
const loopback = z
  .string()
  .check(z.refine(isLoopback, 'wants an http URL of this machine, for example "http://127.0.0.1:11434"'))

export const Config = z.strictObject({
  mail: z.prefault(
    z.strictObject({
      accounts: scopeList,
      exclude: scopeList,
      skip_categories: z._default(
        z.array(z.int().check(z.minimum(0), z.maximum(99))).check(z.maxLength(16)),
        [2, 3],
      ),
      store: z._default(z.string().check(z.minLength(1)), '~/Library/Mail'),
      accounts_db: z._default(z.string().check(z.minLength(1)), '~/Library/Accounts/Accounts4.sqlite'),
    }),
    {},
  ),
  ranker: z.prefault(
    z.strictObject({
      engine: z._default(z.enum(['auto', 'ollama', 'rules']), 'auto'),
      model: z._default(
        z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/, 'wants a model name')),
        'gpt-oss:20b',
      ),
      host: z._default(loopback, 'http://127.0.0.1:11434'),
      threshold: z._default(z.int().check(z.minimum(0), z.maximum(cap.SCORE_MAX)), 4),
      parallel: z._default(z.int().check(z.minimum(1), z.maximum(cap.LANES)), 1),
      timeout: z._default(duration.check(z.refine(isShort, 'wants at most "24h"')), '60s'),
      think: z._default(z.enum(['off', 'on', 'low', 'medium', 'high']), 'low'),
    }),
    {},
  ),
  brief: z.prefault(
    z.strictObject({
      folder: z._default(z.string().check(z.minLength(1)), '~/Documents/Brief'),
      file: z._default(
        z.string().check(z.regex(/^[^/\\\p{C}]{1,120}\.md$/u, 'wants a file name that ends in .md')),
        '{date} mail.md',
      ),
      window: z._default(duration, '24h'),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(cap.ENVELOPES)), 50),
    }),
    {},
  ),
  schedule: z.prefault(
    z.strictObject({ mail: z._default(z.array(clock).check(z.maxLength(48)), ['05:25', '10:30', '14:20']) }),
    {},
  ),
})
export type Config = z.infer<typeof Config>

/** `text` of twin.toml as understood; refused with the key and what it wants. The value of a key is never repeated. */
export function parseConfig(text: string): Result<Config> {
  if (new TextEncoder().encode(text).length > cap.CONFIG_BYTES)
    return wrong(`twin.toml is over ${cap.CONFIG_BYTES} bytes`)
  let table: unknown
  try {
    table = parse(text)
  } catch (error) {
    return wrong(
      `twin.toml is not TOML 1.0: ${error instanceof Error ? error.message.split('\n')[0] : 'unreadable'}`,
    )
  }
  const result = Config.safeParse(table)
  return result.success ? done(result.data) : wrong(`twin.toml: ${describe(result.error.issues[0])}`)
}

const wrong = (is: string) =>
  refused('config', {
    is,
    wanted: 'the keys and values that "twin init" writes',
    fix: 'correct twin.toml, then run "twin check"',
  })

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'it does not parse'
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return `unknown key ${issue.keys.map(key => JSON.stringify(path ? `${path}.${key}` : key)).join(', ')}`
  return `${path || 'the file'} ${issue.message}`
}

/** Seconds of a duration such as "24h". Throws RangeError where `duration` would not parse. */
export function secondsOf(text: string): number {
  const unit = { s: 1, m: 60, h: 3600, d: 86_400 }[text.slice(-1)]
  if (unit === undefined || !DURATION.test(text))
    throw new RangeError('Cannot read a duration: wanted a number and s, m, h or d')
  return Number(text.slice(0, -1)) * unit
}

/** What no duration is, `duration` refuses with its own words. */
function isShort(text: string): boolean {
  return !DURATION.test(text) || secondsOf(text) <= cap.MODEL_MESSAGE_SECONDS
}

/** Only this machine: http, 127.0.0.0/8, ::1 or localhost, no credentials, no path. */
export function isLoopback(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    url.protocol !== 'http:' ||
    url.username ||
    url.password ||
    url.search ||
    url.hash ||
    url.pathname !== '/'
  )
    return false
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(url.hostname)
}
