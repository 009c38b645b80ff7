// Does: compares each claimed value of a record with the visible text of its own message, and drops what does not stand there.
// Reads: the record and the folder of that one message, and its own code.
// May: write into the output folders of that message.
// May not: reach any network, start a program, see another message or where its result ends up.
// If taken over: it can let through a record of the same schema that is not grounded, or drop one; twind checks the form of what it wrote.
// Proof: ground finds the same amount, number or date in every form that people write it; ground never finds a near miss of a claimed value
import { runEach } from '../../each.ts'
import { groundingCheck } from './groundingCheck.ts'

runEach(groundingCheck)
