// Does: holds the DKIM signatures of one message against the keys that it is given, and says what they prove.
// Reads: that one raw message, the keys, and its own code.
// May: write into the one output folder of that message.
// May not: reach any network, start a program, see another message.
// If taken over: it can say pass of the message that took it over, and of no other.
// Proof: dkim passes an aligned signature of RSA and of Ed25519 (…); dkim refuses whatever is not wholly signed by the author’s own domain: …
import { runEach } from '../../each.ts'
import { dkim } from './dkim.ts'

runEach(dkim)
