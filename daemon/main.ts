// Does: lives as long as the person is logged in: the schedule, the jobs, the spool, the audit log, the gate and its doors.
// Reads: twin.toml, policy.toml, its state, the note of the day, calls at its sockets, and the checked answers of what it starts.
// May: start helpers, jobs, plugins and approved commands, dial the model's port, listen on unix sockets and, while a person has
//   the page open, on 127.0.0.1; write its state and the note in the vault.
// May not: open Mail's files, parse a message, reach any other host, believe a helper without a check, take a caller's word for who it is.
// If taken over: it runs as the person and could do what the person can; so no message is parsed here and every answer is strict.
// Proof: checkBrief finds nothing wrong with what the brief stage composes; collectRecords does not believe half a record in place of a record; the lane is dead for good after the model closes (FIN)
import { twind } from './twind.ts'

void twind(process.argv.slice(2)).then(code => process.exit(code))
