// Does: puts the values of a message back in the place of their placeholders.
// Reads: the records of that one message, the map that pseudonymize wrote for it, and its own code.
// May: write into the one output folder of that message.
// May not: reach any network, start a program, see mail, another message or where its result ends up.
// If taken over: it can write another record of the same schema with values of this message's map; twind checks the form of what it wrote.
// Proof: restoreValues refuses a placeholder that is unknown, mangled or another message’s: …
import { runEach } from '../../each.ts'
import { rehydrate } from './rehydrate.ts'

runEach(rehydrate)
