// Does: takes the text out of the attachments of one message: PDF, office, calendars, archives, plain files.
// Reads: the folder of that one message, and its own code.
// May: write into the one output folder of that message.
// May not: reach any network, start a program, see another message or where its result ends up.
// If taken over: it can lie about the attachments of the one message it was given; twind takes nothing else from it.
// Proof: parse-attachment writes the text of each attachment beside a list of what could not be had; an archive that unpacks to more than the cap is given up with a sentence
import { runEach } from '../../each.ts'
import { parseAttachment } from './parseAttachment.ts'

runEach(parseAttachment)
