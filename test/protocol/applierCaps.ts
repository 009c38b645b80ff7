// The caps of the applier, and the tests that stand at each. Part of limits.test.ts.
const ingest = (...titles: string[]) => ({ file: 'daemon/applier/ingestRunSpool', titles })
export const ELSEWHERE = {
  SPOOLED: ingest('as many files of one message as the cap are taken and one more is rejected'),
  SPOOLED_BYTES: ingest('a line of the cap is taken and one a byte longer is rejected'),
  DRAFT_RECORD_BYTES: {
    file: 'daemon/applier/drafts',
    titles: ['of a record of the cap is taken and one of a byte more is rejected'],
  },
  PENDING_OF_CHANGES: {
    file: 'daemon/spool/applyChanges',
    titles: ['as many changes of mail wait as the cap, and one more is refused until one is decided'],
  },
}
