// Does: the command line of a person: configuration, access, one collect, the brief, the demo.
// Reads: twin.toml, policy.toml, twin's own package files and the answers that the daemon's code hands it.
// May: write configuration where there is none, start the brief (which writes state and the note), print.
// May not: open Mail's files, parse a message, talk to a network, show a terminal a raw control character.
// If taken over: it runs as the person and could do what the person can; so it reads nothing that a sender wrote but checked records.
// Proof: every command keeps the control characters of a hostile store from a terminal; unsanitised text of the hostile store does control a terminal
import { twin } from './twin.ts'

void twin(process.argv.slice(2)).then(code => process.exit(code))
