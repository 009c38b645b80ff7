// The caps of one step of a run and of one message in it: where each has a case at the cap and one past it. Part of limits.test.ts.
import { ZygoteStart } from '../../protocol/stage.ts'

export const HERE = {
  EACH_SECONDS: (amount: number) =>
    ZygoteStart.safeParse({ type: 'zygote', messages: 1, schemas: {}, seconds: amount, now: 0, config: null })
      .success,
} as const

const plainTree = (...titles: string[]) => ({ file: 'daemon/stages/plainTree', titles })
export const ELSEWHERE = {
  STEP_SECONDS: {
    file: 'daemon/stages/stepDeadlines',
    titles: ['a stage that sees the set and would %s has the seconds of the cap'],
  },
  EACH_OUTPUT_BYTES: plainTree('takes as many bytes as the cap and refuses one more, in however many files'),
  EACH_OUTPUT_FILES: plainTree('takes as many files and folders as the cap and refuses one more'),
  EACH_OUTPUT_DEPTH: plainTree('takes folders as deep as the cap and refuses one deeper'),
  EACH_DESCRIPTORS: {
    file: 'daemon/stages/hostileStage',
    titles: ['opens so many descriptors as the cap gets no more, and ends well'],
  },
  REMARKS: {
    file: 'daemon/stages/stepTally',
    titles: ['a stage may say as many sentences of one message as the cap, and one more is refused'],
  },
} as const
