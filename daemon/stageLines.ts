// What a stage says on its channel: progress, then exactly one end, in so many lines at most. Relies on channelLines.ts for the
// lines and on protocol/stage.ts for their shape.
import { STAGE_LINES } from '../protocol/limits.ts'
import { type StageEnd, StageLine, type Why } from '../protocol/stage.ts'
import { type ChannelLines, channelLines, type LineFault } from './channelLines.ts'

export interface StageLines extends Pick<ChannelLines<LineFault>, 'push'> {
  /** How the stage ended, once its last line has come. A stump without a newline is no line. */
  readonly end: () => StageEnd | undefined
}

/** A reader of one stage's lines. `onProgress` is called for each progress line, `onWhy` for each question. */
export function stageLines(
  onProgress: (done: number, total: number) => void,
  onWhy: (why: Why) => void = () => undefined,
): StageLines {
  let count = 0
  let end: StageEnd | undefined
  const { push, isWhole } = channelLines<StageLine, LineFault>(StageLine, line => {
    if (++count > STAGE_LINES) return 'too-long'
    if (end || (line.type === 'progress' && line.done > line.total)) return 'wrong-shape'
    if (line.type === 'progress') onProgress(line.done, line.total)
    else if (line.type === 'why') onWhy(line)
    else end = line
    return undefined
  })
  return { push, end: () => (isWhole() ? end : undefined) }
}
