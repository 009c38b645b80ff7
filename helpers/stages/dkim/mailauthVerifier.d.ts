// The one class of mailauth that the dkim stage uses; the package has types for its entry points alone. `results` and `headers` are
// read through a schema.
declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  import type { Writable } from 'node:stream'

  export interface DkimVerifierOptions {
    readonly resolver: (name: string, type: string) => Promise<string[][]>
    readonly curTime: Date
  }
  export class DkimVerifier extends Writable {
    constructor(options: DkimVerifierOptions)
    readonly headerFrom: unknown
    readonly headers: unknown
    readonly results: unknown
  }
}
