// Does: takes one raw message apart: envelope, body as text, headers as they came, attachments under safe names.
// Reads: the folder of that one message, and its own code.
// May: write into the one output folder of that message.
// May not: reach any network, start a program, see another message or where its result ends up.
// If taken over: it can lie about the one message it was given; twind checks the form of what it wrote and takes nothing else.
// Proof: parse keeps every author of every From header, in order; every small message of this repository, cut and changed many times, yields a result of the schema
import { runEach } from '../../each.ts'
import { parse } from './parse.ts'
import { SAMPLE_MESSAGE } from './sample.ts'

runEach(parse, { raw: { 'raw.eml': SAMPLE_MESSAGE } })
