// A run as a person wrote it, runs/NAME.yaml, as twin understands it; or the first thing wrong with it, with its line. What the run asks
// for is checkRun.ts's business. Relies on strictYaml.ts for the text and on protocol/runFile.ts for the shape; pure.
import { stringify } from 'yaml'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { RunFile } from '../../protocol/runFile.ts'
import type { ParsedRun, PlaceOf } from './checkedRun.ts'
import { issueOf, type RunIssue } from './runIssue.ts'
import { type Place, strictYaml } from './strictYaml.ts'

/** Refused ("config") with the line and the column, what is there, and what is wanted. */
export function parseRunFile(text: string): Result<ParsedRun> {
  const yaml = strictYaml(text)
  if (!yaml.ok) return wrongAt(yaml, `the file ${yaml.is}`, yaml.wanted)
  const run = RunFile.safeParse(yaml.value)
  if (run.success) return done({ run: run.data, placeOf: yaml.placeOf })
  const found = run.error.issues.flatMap(issue => issueOf(issue, yaml.value))
  const [first] = found.toSorted((one, other) => compare(yaml.placeOf, one, other))
  if (!first) throw new Error('Cannot tell what is wrong with a run: its check gave no issue')
  return wrongAt(yaml.placeOf(first.path, first.side), first.is, first.wanted)
}

/** `run` as YAML that parses to the same run: each text that another reader could take for something else in quotes. */
export const printRun = (run: RunFile): string =>
  stringify(run, {
    version: '1.2',
    schema: 'core',
    compat: 'yaml-1.1',
    aliasDuplicateObjects: false,
    lineWidth: 0,
  })

/** A refusal that names where in the file it is. */
export const wrongAt = ({ line, column }: Place, is: string, wanted: string) =>
  refused('config', {
    is: `line ${line}, column ${column} of the run: ${is}`,
    wanted,
    fix: 'correct the file, then run "twin run check FILE"',
  })

/** The first in the file is told, what is missing last; of several at one place the deepest. */
function compare(placeOf: PlaceOf, one: RunIssue, other: RunIssue): number {
  const [here, there] = [placeOf(one.path, one.side), placeOf(other.path, other.side)]
  return (
    Number(one.isMissing ?? false) - Number(other.isMissing ?? false) ||
    here.line - there.line ||
    here.column - there.column ||
    other.path.length - one.path.length
  )
}
