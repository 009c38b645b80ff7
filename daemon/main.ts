// Does: makes one brief: asks the mail helper, starts the stages, relays the model's lanes, writes the note.
// Reads: twin.toml, policy.toml, its state, the note of the day, and the checked answers of the processes that it starts.
// May: start helpers, dial the model's port on this machine, write its state and the note in the vault.
// May not: open Mail's files, parse a message, reach any other host, believe a helper without a check.
// If taken over: it runs as the person and could do what the person can; so no message is parsed here and every answer is strict.
// Proof: checkBrief finds nothing wrong with what the brief stage composes; collectRecords does not believe half a record in place of a record; the lane is dead for good after the model closes (FIN)
import { twind } from './twind.ts'

void twind(process.argv.slice(2)).then(code => process.exit(code))
