// What a stage writes into its run's spool, one line a file: `spool/<handle>.<n>.json`. Relies on adapter.ts for the verbs.
import * as z from 'zod/mini'
import { Verb } from './adapter.ts'
import { HANDLE } from './handle.ts'
import * as cap from './limits.ts'
import { Nonce } from './proposalNonce.ts'

/** `<handle>.<n>.json`, n from 0. */
export const SPOOL_NAME = /^(h_[a-z2-7]{26})\.(0|[1-9]\d{0,2})\.json$/

/** `handle`: the same as in the file's name, and refused where it is not. `to`: a collection, flag or keyword; null for none. */
export const SpoolLine = z.strictObject({
  op: Verb,
  handle: z.string().check(z.regex(HANDLE)),
  to: z.nullable(z.string().check(z.minLength(1), z.maxLength(cap.COLLECTION_CHARS))),
  nonce: Nonce,
})
export type SpoolLine = z.infer<typeof SpoolLine>
