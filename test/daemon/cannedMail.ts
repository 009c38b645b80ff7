// Answers of the mail helper for tests, with whatever envelopes they need.
import type { Envelope } from '../../protocol/envelope.ts'
import type { CollectAnswer } from '../../protocol/request.ts'

/** A plausible envelope; `number` makes it differ from others, `more` overrides. */
export const cannedEnvelope = (number: number, more: Partial<Envelope> = {}): Envelope => ({
  from: { name: `Person ${number}`, address: `person${number}@example.test` },
  subject: `Subject ${number}`,
  preview: `The form number ${number} is due by noon.`,
  sent: 1_796_000_000 + number,
  received: 1_796_000_001 + number,
  read: false,
  flagged: false,
  category: 0,
  urgent: false,
  highImpact: false,
  writtenTo: 0,
  direct: true,
  verified: null,
  account: 'Work (me@example.test)',
  mailbox: 'INBOX',
  messageId: `<m${number}@example.test>`,
  noLink: null,
  ...more,
})

export const cannedCollect = (
  envelopes: readonly Envelope[],
  more: Partial<CollectAnswer> = {},
): CollectAnswer => ({
  op: 'collect',
  envelopes: [...envelopes],
  more: 0,
  accounts: [{ label: 'Work (me@example.test)', inScope: true, messages: envelopes.length }],
  leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
  layout: '10e',
  degraded: [],
  how: 'copy',
  ms: { copy: 1, query: 1 },
  ...more,
})
