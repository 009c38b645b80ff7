// Does: asks the local model for one score a message or item of a job, or scores by fixed rules, and writes one record each.
// Reads: the run's unscored envelopes, items and manifest (no Message-ID, account, mailbox or link), and its own code.
// May: write scores into its output directory, and talk over the lanes that twind relays to the model's loopback port.
// May not: open a connection of its own, start a program, or read another file.
// If taken over: it can give messages of this run wrong scores, reasons and topics; twind validates each, and the note quotes them.
// Proof: rank scores nothing else than its own message, with a whole family at once: …; rank reaches the model over its
// lane and refuses every other connection; promptOf lets no field leave its place, whatever the sender writes
import { runStage } from '../../confined.ts'
import { serveRank } from './rank.ts'

runStage(serveRank)
