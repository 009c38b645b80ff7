// The caps of views and of what a run keeps: where each has a case at the cap and one past it. Part of limits.test.ts.

export const ELSEWHERE = {
  VIEW_FLAT: {
    file: 'daemon/views/buildView',
    titles: ['is divided by the first two characters of the handle above VIEW_FLAT, and flat at it'],
  },
  VIEW_MESSAGES: {
    file: 'daemon/runs/runFolder',
    titles: ['may be VIEW_MESSAGES, and are refused one past it'],
  },
  RUN_REPORT_BYTES: {
    file: 'daemon/runs/runFolder',
    titles: ['of RUN_REPORT_BYTES is written and read, and one byte more is refused'],
  },
  RUN_FAILURES: {
    file: 'daemon/runs/runFolder',
    titles: ['of a step tells of RUN_FAILURES failures, and counts those beyond'],
  },
} as const
