// The text of a PDF file by pdf.js, in this very thread: no worker, no eval, no fonts or maps fetched, nothing drawn; its promises
// settle by microtasks alone. Text that is drawn so that nobody sees it is not told apart.
import { undrawn } from './pdfGlobals.ts'
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PDF_PAGES } from '../../../protocol/limits.ts'
import type { Problems } from '../../seenText/problems.ts'
import { Gathered, type Texted, texted } from './texted.ts'

const OPTIONS = {
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  useWorkerFetch: false,
  useWasm: false,
  enableXfa: false,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  verbosity: VerbosityLevel.ERRORS,
}

// Where pdf.js finds this, it starts no worker.
Object.defineProperty(globalThis, 'pdfjsWorker', {
  value: { WorkerMessageHandler, undrawn },
  configurable: true,
})

export async function pdfText(bytes: Buffer, problems: Problems): Promise<Texted> {
  const gathered = new Gathered()
  try {
    await pages(bytes, gathered, problems)
  } catch (error) {
    problems.add(sentenceOf(error))
  }
  return texted('pdf', gathered, problems)
}

async function pages(bytes: Buffer, gathered: Gathered, problems: Problems): Promise<void> {
  const task = getDocument({ ...OPTIONS, data: new Uint8Array(bytes) })
  const file = await task.promise
  if (file.numPages > PDF_PAGES) problems.add(`the PDF has over ${PDF_PAGES} pages: the rest was left out`)
  for (let number = 1; number <= Math.min(file.numPages, PDF_PAGES) && !gathered.full; number++) {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item) gathered.add(item.hasEOL ? `${item.str}\n` : item.str)
    gathered.add('\n\n')
    page.cleanup()
  }
}

/** The library's class of error says enough; its message may quote the file. */
const sentenceOf = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException'
    ? 'the PDF is encrypted'
    : 'the PDF is broken: what could be read before the break was read'
