// Does: asks one name server for DKIM keys and hands back what it said.
// Reads: the names on its start line, what the name server answers, and its own code.
// May: talk over its lanes, whose other ends twind pipes to that name server's TCP port.
// May not: reach any other host, open a file, start a program, or see mail.
// If taken over: it can answer with a false key; a name server could do the same.
// Proof: the … helper is refused to …; resolve hands on a key and says absent, error and nothing else of the rest; a name that is no host name is never asked for: …
import { runStage } from '../confined.ts'
import { resolve } from './resolve.ts'

runStage(resolve)
