// The nonce of a proposal that a stage has spooled. The stage chooses its own; what is put before it is twind's, so that no stage, no
// message and no run can meet another's proposal. Relies on SHA-256 and on the id of a run being random.
import { createHash } from 'node:crypto'

/** 43 characters of base64url. `id`: of the run. */
export const runNonce = (
  { id, step }: { readonly id: string; readonly step: string },
  { handle, nonce }: { readonly handle: string; readonly nonce: string },
): string => createHash('sha256').update([id, step, handle, nonce].join('\0')).digest('base64url')
