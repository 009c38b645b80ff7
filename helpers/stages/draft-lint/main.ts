// Does: lets a draft pass, as a whole message with inert links, once its recipients are allowed and nothing in it is hidden.
// Reads: the draft of that one message, the message where the run wires it, and its own code.
// May: write into its output folder, and one proposal of a draft into the spool folder of that message.
// May not: reach any network, start a program, see another message, or send or file anything.
// If taken over: it can propose a draft that it should have refused; policy.toml and a person, who is shown it whole, still stand before it.
// Proof: lintDraft refuses a recipient that the run does not allow, however alike it looks: …; lintDraft lets no text of a draft begin a header
import { runEach } from '../../each.ts'
import { draftLint } from './draftLint.ts'

runEach(draftLint)
