// Does: decides about one message by the rules of the run or the model of this machine, proposes changes, and drafts an answer.
// Reads: the records of that one message, the message where the run wires it, and its own code.
// May: write into its output folders and the spool folder of that message, and talk over the lane that twind relays to the model.
// May not: open a connection of its own, start a program, see another message, or change anything in a mailbox.
// If taken over: it can propose changes and drafts for this message; each is checked by the run's rules, policy.toml and a person.
// Proof: decideByRules proposes what its rule lists and nothing else, whatever a message says; reason by a model takes no change, recipient or destination that the run does not list: …
import { runEach } from '../../each.ts'
import { reason } from './reason.ts'

runEach(reason)
