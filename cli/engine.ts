// What needs the whole of twin in this process: a call where no twind answers, twind itself, the demo, the OpenAPI document. A
// bundle of its own (dist/engine.cjs), loaded only when asked for, so that twin starts fast. Relies on loadEngine.ts to load it.
import { callOperation } from '../daemon/callOperation.ts'
import { openapi } from '../daemon/openapi.ts'
import { registry } from '../daemon/operations/registry.ts'
import { twind } from '../daemon/twind.ts'

/** The demo's mailboxes are made of more than everything else needs, so only a demo runs that. */
const loadDemo = async () => (await import('./makeDemo.ts')).makeDemo

const loadMaildir = async () => (await import('../demo/maildir/writeSampleMaildir.ts')).writeSampleMaildir

export const engine = { callOperation, loadDemo, loadMaildir, openapi, registry, twind }
