// Does: answers the requests that lie in state/mail (diagnose, probe, collect) from Apple Mail's index, then ends.
// Reads: Envelope Index, Accounts4.sqlite, PersistenceInfo.plist, each .mboxCache.plist, twin.toml, its requests.
// May: list the names of Mail's folders, write state/mail.
// May not: open a message (.emlx), a connection or a program, read another account's mail than twin.toml names, write to Mail.
// If taken over: it holds the index of every account, and its only way out is an answer that twind checks against a schema.
// Proof: the mail helper cannot read a message of the store; every selftest of twin-mail is refused under the launcher; answers nothing and exits 5 where nobody has confined it
import { run } from './run.ts'

void run().then(code => process.exit(code))
