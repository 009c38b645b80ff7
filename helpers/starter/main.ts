// Does: starts the mail helper (dist/mail.cjs) under its profile, once at a time, and passes its exit code on.
// Reads: twin.toml, the names in Mail's folder; no file of Mail's.
// May: what its user may; it lives for one start and is handed no mail.
// May not: start the helper unconfined, or on macOS for a store behind Full Disk Access.
// If taken over: it is its user's own process; it holds no mail and no credential.
// Proof: twin-mail refuses an argument that it does not know; a start while twin-mail runs does nothing
import { start } from './start.ts'

void start(process.argv).then(code => process.exit(code))
