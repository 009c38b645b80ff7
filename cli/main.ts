// Does: the command line of a person: configuration, access, one collect, the brief, the demo.
// Reads: twin.toml, policy.toml, twin's own package files and the answers that the daemon's code hands it.
// May: write configuration where there is none, start helpers, relay bytes between one of them and the model's loopback port unread,
//   write state and the note, print.
// May not: open Mail's files, parse a message, talk to any other host, show a terminal a raw control character.
// If taken over: it runs as the person and could do what the person can; so it reads nothing that a sender wrote but checked records.
// Proof: twin mail collect keeps the control characters of a hostile store from a terminal;
//   twin brief --engine rules --dry-run keeps the control characters of a hostile store from a terminal;
//   unsanitised text of a hostile store does act on a terminal: clipboard;
//   a refusal that names a hostile folder shows none of its control characters;
//   exits 6 before any mail is read where policy.toml does not set %s;
//   never overwrites what is there and says what it kept
import { twin } from './twin.ts'

void twin(process.argv.slice(2)).then(code => process.exit(code))
