// Does: holds each record of a message against the schema of the run, with texts in NFC and nothing in them that does not show.
// Reads: the records of that one message, and its own code.
// May: write into the one output folder of that message.
// May not: reach any network, start a program, see mail, another message or where its result ends up.
// If taken over: it can write another record of the same schema, or none; twind checks the form of what it wrote.
// Proof: validate refuses what does not fit and names the field, never the value; validate leaves no format character, tag, selector or bidi control in a text
import { runEach } from '../../each.ts'
import { schemaValidate } from './schemaValidate.ts'

runEach(schemaValidate)
