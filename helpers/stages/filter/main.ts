// Does: reads each envelope of the run's view and writes keep or drop for it, by fixed rules.
// Reads: the run's mail/ and manifest, and its own code.
// May: write verdicts into its output directory and nothing else.
// May not: reach any network, start a program, or read another file.
// If taken over: it can drop mail of this run from the brief; the counts in the note come from twind, which knows how many there were.
// Proof: filter keeps mail of a correspondent whatever else holds; filter drops by the first rule that applies, in the documented order
import { runStage } from '../../confined.ts'
import { serveFilter } from './filter.ts'

runStage(serveFilter)
