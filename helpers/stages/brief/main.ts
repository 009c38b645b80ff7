// Does: joins the run's envelopes, routing, the items of jobs and accepted scores by handle, and writes the note's block and brief.json.
// Reads: the run's mail/, manifest, routing/, items/, accepted/ and facts/, and its own code.
// May: write into its output directory and nothing else.
// May not: reach any network, start a program, or read another file; the vault is twind's to write.
// If taken over: it can write a false note of this run; it cannot send anything, and twind checks brief.json before use.
// Proof: brief lists correspondents first however a stranger scores; renderNote keeps every field of a hostile message inert
import { runStage } from '../../confined.ts'
import { serveBrief } from './brief.ts'

runStage(serveBrief)
