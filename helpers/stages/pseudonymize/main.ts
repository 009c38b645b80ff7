// Does: puts a placeholder in the place of each address, name, link and number of a record, and writes apart what each stands for.
// Reads: the records of that one message, its message where the run wires it, and its own code.
// May: write into the two output folders of that message.
// May not: reach any network, start a program, see another message or where its result ends up.
// If taken over: it can leave values in the record that it should have replaced; twind checks the form of what it wrote.
// Proof: replaceValues makes one placeholder of one value, and every text comes back byte for byte; replaceValues lets no text of a stranger pass for a placeholder
import { runEach } from '../../each.ts'
import { pseudonymize } from './pseudonymize.ts'

runEach(pseudonymize)
