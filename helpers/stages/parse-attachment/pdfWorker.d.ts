// The half of pdf.js that reads files, of which the package has no types: it is run in this thread, not in a worker.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: object
}
