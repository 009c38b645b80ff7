// The path behind an input port that a stage cannot do without. Pure; twind has checked the run before, so that a missing one is
// a stage started by hand or of another version.
import { done, refused, type Result } from '../protocol/refusal.ts'
import type { EachTask } from './eachTask.ts'

/** The path of this message's part of the input `port`. */
export function wired({ inputs }: Pick<EachTask, 'inputs'>, port: string): Result<string> {
  const path = inputs[port]
  if (path !== undefined) return done(path)
  return refused('wrong-shape', {
    is: `the input ${port} of the stage is not wired`,
    wanted: `the message's part of ${port}`,
    fix: `wire ${port} under "in" in the file of the run`,
  })
}
