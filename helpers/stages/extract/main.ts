// Does: copies facts out of one message into records of the run's schema, by fixed rules or by the model of this machine.
// Reads: the folder of that one message, and its own code.
// May: write into the one output folder of that message, and talk over the lane that twind relays to the model's loopback port.
// May not: open a connection of its own, start a program, see another message or where its result ends up.
// If taken over: it can write false records of the same schema about this message; twind checks their form, grounding-check their values.
// Proof: extractByRules gives nothing but the fields of its schema, whatever the message says; extract by a model writes nothing where the answer is off its schema: …
import { runEach } from '../../each.ts'
import { extract } from './extract.ts'

runEach(extract)
