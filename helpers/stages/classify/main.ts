// Does: puts one message into a class of the run, by fixed rules or by the model of this machine, and lets it go on or not.
// Reads: the records and the message of that one handle as far as the run wires them, and its own code.
// May: write into the one output folder of that message, and talk over the lane that twind relays to the model's loopback port.
// May not: open a connection of its own, start a program, see another message or where its result ends up.
// If taken over: it can give this message a wrong class of those that the run lists, or none; twind checks the form of what it wrote.
// Proof: classByRules takes the first class whose condition holds, and none where none does; classify writes no class that the run does not list, whatever a model answers: …
import { runEach } from '../../each.ts'
import { classify } from './classify.ts'

runEach(classify)
