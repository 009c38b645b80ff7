// The file that a step writes what it puts out into: what can be said of it without looking at the disk. Whether it may lie there is
// outputPlace.ts's business. Pure.
import { done, type Result } from '../../protocol/refusal.ts'
import type { CheckedOutput, CheckedStep } from './checkedRun.ts'
import { OUTPUT_FORMATS } from './outputText.ts'
import { listed, type StepUnderCheck } from './stepUnderCheck.ts'

/** null where the step names no file. Refused where it has not the one output that a file can hold, or another step has a file. */
export function outputOf(
  { step, earlier, fault }: StepUnderCheck,
  outputs: Readonly<Record<string, CheckedOutput>>,
): Result<CheckedStep['output']> {
  const { output: path } = step
  if (path === undefined) return done(null)
  const refuse = (is: string, wanted: string) => fault(['output'], is, wanted)
  const other = [...earlier.values()].find(({ output }) => output !== null)
  if (other) return refuse(`writes a file, and so does ${other.name}`, 'one file a run')
  const [only, ...others] = Object.entries(outputs)
  if (!only || others.length > 0)
    return refuse(
      `writes a file, and puts out ${listed(Object.keys(outputs))}`,
      'a step with one output, for example schema-validate',
    )
  const [port, { format, is }] = only
  if (format !== 'record' || is !== 'record')
    return refuse(`writes a file of what is no record: the format ${format}`, 'records')
  const problem = pathProblem(path)
  return problem === undefined ? done({ path, port }) : refuse(`writes a file whose path ${problem}`, PATH)
}
const PATH = `a path from "/" or "~/" that ends in ${OUTPUT_FORMATS.map(one => `.${one}`).join(' or ')}, with {date} for the day`

function pathProblem(path: string): string | undefined {
  if (!/^(?:\/|~\/)/.test(path)) return 'is not whole'
  if (path.split('/').some(part => part === '..' || part === '.')) return 'goes up, or nowhere'
  if (/[{}]/.test(path.replaceAll('{date}', ''))) return 'has a placeholder that is not {date}'
  return OUTPUT_FORMATS.some(format => path.endsWith(`.${format}`)) ? undefined : 'has another ending'
}
