// Does: the command line of a person: configuration, every operation, approving in a terminal, twind in the foreground, the demo.
// Reads: twin.toml, policy.toml, twin's own package files, the controlling terminal, and the answers of twind or of the daemon's code.
// May: write configuration where there is none, speak on the sockets of twind, and where none listens do what twind would do for one
//   call: start helpers, relay bytes between one of them and the model's loopback port unread, write state and the note; print.
// May not: open Mail's files, parse a message, talk to any other host, show a terminal a raw control character, approve without one.
// If taken over: it runs as the person and could do what the person can; so it reads nothing that a sender wrote but checked records.
// Proof: twin mail collect keeps the control characters of a hostile store from a terminal;
//   twin brief --engine rules --dry-run keeps the control characters of a hostile store from a terminal;
//   unsanitised text of a hostile store does act on a terminal: clipboard;
//   a refusal that names a hostile folder shows none of its control characters;
//   twin refuses to approve before it asks twind for anything;
//   throws away what was typed before the question could be read;
//   exits 2 before any mail is read where a file cannot be understood;
//   never overwrites what is there and says what it kept
import { twin } from './twin.ts'

void twin(process.argv.slice(2)).then(code => process.exit(code))
