// Ends this process when it takes too long: a damaged index can keep SQLite busy for ever inside one call, where no timer of this
// thread fires. Where twind or the starter is the parent, that one does it; launchd does not. Relies on a thread of its own.
import { Worker } from 'node:worker_threads'

const WATCH = `const { workerData } = require('node:worker_threads')
setTimeout(() => process.kill(process.pid, 'SIGKILL'), workerData)`

/** `seconds` from now; it does not keep the process alive. */
export function watchdog(seconds: number): void {
  new Worker(WATCH, { eval: true, workerData: seconds * 1_000 }).unref()
}
