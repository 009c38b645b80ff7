// Every payload family, for whoever tests what untrusted text becomes. Relies on markupPayloads.ts and unicodePayloads.ts.
import type { Family } from './family.ts'
import { MARKUP } from './markupPayloads.ts'
import { UNICODE } from './unicodePayloads.ts'

export const FAMILIES: readonly Family[] = [...MARKUP, ...UNICODE]
