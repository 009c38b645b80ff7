// The dkim stage: one raw message through mailauth's verifier, which asks for keys and is given what twind knows. Relies on judge.ts
// for what that proves. Nothing that a header says of itself (Authentication-Results) is looked at.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream'
import { DkimVerifier } from 'mailauth/lib/dkim/dkim-verifier.js'
import * as z from 'zod/mini'
import { KeyAnswers, keyNameOf, type KeyAnswer } from '../../../protocol/dkimKeys.ts'
import { SIGNATURES } from '../../../protocol/limits.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { readJson, writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { misconfigured } from '../../stageConfig.ts'
import { headerBlock } from './headerBlock.ts'
import { judge, type Signature } from './judge.ts'

/** What of mailauth's results is looked at; it says more. */
const Verified = z.object({
  headerFrom: z.array(z.string()),
  headers: z.union([
    z.literal(false),
    z.object({ parsed: z.array(z.object({ key: z.nullable(z.string()) })) }),
  ]),
  results: z.array(
    z.object({
      signingDomain: z.optional(z.string()),
      selector: z.optional(z.string()),
      algo: z.optional(z.string()),
      rr: z.optional(z.string()),
      signatureTimeValid: z.optional(z.boolean()),
      signingHeaders: z.optional(z.object({ keys: z.string() })),
      status: z.object({
        result: z.string(),
        comment: z.optional(z.string()),
        aligned: z.optional(z.union([z.string(), z.boolean()])),
        underSized: z.optional(z.number()),
      }),
    }),
  ),
})

export const dkim: Each = async task => {
  const { raw, keys } = task.inputs
  if (raw === undefined) return misconfigured('in.raw', 'wants the raw message')
  const answers: Result<readonly KeyAnswer[]> = keys === undefined ? done([]) : answersIn(keys)
  if (!answers.ok) return answers
  const known = new Map(answers.value.map(answer => [keyNameOf(answer.name), answer]))
  const message = readFileSync(join(raw, 'raw.eml'))
  const { headerFrom, headers, results } = await verify(message, {
    resolver: name => keyRecord(known.get(name.toLowerCase())),
    curTime: new Date(task.now * 1_000),
  })
  const froms = headers === false ? 0 : headers.parsed.filter(({ key }) => key === 'from').length
  // Without any signature mailauth gives one result that names no domain.
  const signatures = results.flatMap(one => signatureOf(one)).slice(0, SIGNATURES)
  const block = headerBlock(message)
  const hasKeys = keys !== undefined
  writeRecord(task, 'signed', judge({ authors: headerFrom, froms, block, signatures, hasKeys }))
  return done([])
}

/** The whole message in one piece: in a forked process nothing but promises goes on. */
async function verify(
  message: Buffer,
  options: ConstructorParameters<typeof DkimVerifier>[0],
): Promise<z.infer<typeof Verified>> {
  const verifier = new DkimVerifier(options)
  await new Promise<void>((settle, reject) => {
    finished(verifier, error => (error ? reject(error) : settle()))
    verifier.end(message)
  })
  return Verified.parse(verifier)
}

function answersIn(path: string): Result<readonly KeyAnswer[]> {
  const read = readJson(path, KeyAnswers)
  return read.ok ? done(read.value.keys) : read
}

/** As `dns.resolve` answers: rejects with the code that mailauth tells "no key" from "nobody said" by. */
function keyRecord(answer: KeyAnswer | undefined): Promise<string[][]> {
  if (answer?.state === 'found') return Promise.resolve([[answer.text]])
  const code = answer?.state === 'error' ? 'ESERVFAIL' : 'ENOTFOUND'
  return Promise.reject(Object.assign(new Error('Cannot give a key: there is none'), { code }))
}

function signatureOf(one: z.infer<typeof Verified>['results'][number]): Signature[] {
  const { signingDomain, selector, status } = one
  if (signingDomain === undefined || selector === undefined) return []
  const results = new Map([
    ['body hash did not verify', 'body'],
    ['no key', 'no-key'],
  ])
  return [
    {
      domain: signingDomain,
      selector,
      algorithm: one.algo ?? '',
      result: status.result === 'neutral' ? (results.get(status.comment ?? '') ?? 'neutral') : status.result,
      aligned: typeof status.aligned === 'string',
      fields: (one.signingHeaders?.keys ?? '').split(':').map(name => name.trim().toLowerCase()),
      unsigned: status.underSized ?? 0,
      timely: one.signatureTimeValid !== false,
      key: one.rr ?? null,
    },
  ]
}
