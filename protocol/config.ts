// twin.toml: its shape, every default, and the checks that need no file system. Unknown keys are refused by name; a
// default configuration reads nothing. Relies on smol-toml for TOML 1.0.
import { parse, TomlError } from 'smol-toml'
import * as z from 'zod/mini'
import { tables, times } from './configTables.ts'
import {
  duration,
  hasPrototypeKey,
  isDuration,
  oneOf,
  place,
  scopeList,
  secondsOf,
  textOf,
  whole,
  WORD,
} from './configValues.ts'
import * as cap from './limits.ts'
import { done, refused, type Result } from './refusal.ts'

const loopback = z
  .string(WORD)
  .check(z.refine(isLoopback, 'wants an http URL of this machine, for example "http://127.0.0.1:11434"'))

export const Config = z.strictObject({
  mail: z.prefault(
    z.strictObject({
      accounts: scopeList,
      exclude: scopeList,
      skip_categories: z._default(
        z.array(whole(0, 99), 'wants a list, for example [2, 3]').check(z.maxLength(16, 'wants at most 16')),
        [2, 3],
      ),
      store: z._default(place, '~/Library/Mail'),
      accounts_db: z._default(place, '~/Library/Accounts/Accounts4.sqlite'),
    }),
    {},
  ),
  ranker: z.prefault(
    z.strictObject({
      engine: z._default(oneOf(['auto', 'ollama', 'rules']), 'auto'),
      model: z._default(
        z.string(WORD).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/, 'wants a model name')),
        'gpt-oss:20b',
      ),
      host: z._default(loopback, 'http://127.0.0.1:11434'),
      threshold: z._default(whole(0, cap.SCORE_MAX), 4),
      parallel: z._default(whole(1, cap.LANES), 1),
      timeout: z._default(duration.check(z.refine(isShort, 'wants at most "24h"')), '60s'),
      think: z._default(oneOf(['off', 'on', 'low', 'medium', 'high']), 'low'),
    }),
    {},
  ),
  brief: z.prefault(
    z.strictObject({
      folder: z._default(place, '~/Documents/Brief'),
      file: z._default(
        z.string(WORD).check(z.regex(/^[^/\\\p{C}]{1,120}\.md$/u, 'wants a file name that ends in .md')),
        '{date} mail.md',
      ),
      window: z._default(duration, '24h'),
      limit: z._default(whole(1, cap.ENVELOPES), 50),
      /** Hosts that an item of a job may link to, over https. */
      link_hosts: z._default(
        z
          .array(
            textOf(253).check(z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'wants a host such as "example.org"')),
            'wants a list, for example ["example.org"]',
          )
          .check(z.maxLength(cap.LINK_HOSTS, `wants at most ${cap.LINK_HOSTS} hosts`)),
        [],
      ),
    }),
    {},
  ),
  schedule: z.prefault(
    z.strictObject({
      mail: z._default(times, ['05:25', '10:30', '14:20']),
    }),
    {},
  ),
  ...tables,
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
    const at = error instanceof TomlError ? `, line ${error.line}` : ''
    const why = error instanceof Error ? error.message.split('\n')[0] : 'unreadable'
    return wrong(`twin.toml is not TOML 1.0${at}: ${why}`)
  }
  if (hasPrototypeKey(table)) return wrong('twin.toml: unknown key "__proto__"')
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

/** Where a window of `length`, such as "24h", that ends at `end` begins; both Unix seconds. None begins before 1970. */
export const windowStart = (length: string, end: number): number => Math.max(0, end - secondsOf(length))

/** What no duration is, `duration` refuses with its own words. */
function isShort(text: string): boolean {
  return !isDuration(text) || secondsOf(text) <= cap.MODEL_MESSAGE_SECONDS
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
