// Where each cap is attacked that no schema and no pure function holds: the test that stands at it and one past it. Part of
// limits.test.ts, which checks that the titles are there. Relies on the titles in the named files.
import type * as limits from '../../protocol/limits.ts'
import * as adapterCaps from './adapterCaps.ts'
import * as applierCaps from './applierCaps.ts'
import * as mailCaps from './mailCaps.ts'
import * as mcp from './mcpCaps.ts'
import * as dkimCaps from './dkimCaps.ts'
import * as doorCaps from './doorCaps.ts'
import * as pageCaps from './pageCaps.ts'
import * as parseCaps from './parseCaps.ts'
import * as runCaps from './runCaps.ts'
import * as stepCaps from './stepCaps.ts'
import * as storeCaps from './storeCaps.ts'
import * as viewCaps from './viewCaps.ts'

export type Cap = keyof typeof limits

/** Where the cap is a file, a process or a wait: the test that stands at it and one past it, by file and title. */
export const ELSEWHERE: Partial<Record<Cap, { readonly file: string; readonly titles: readonly string[] }>> =
  {
    ...adapterCaps.ELSEWHERE,
    ...applierCaps.ELSEWHERE,
    ...mailCaps.ELSEWHERE,
    ...mcp.ELSEWHERE,
    ...pageCaps.ELSEWHERE,
    ...parseCaps.ELSEWHERE,
    ...runCaps.ELSEWHERE,
    ...stepCaps.ELSEWHERE,
    ...storeCaps.ELSEWHERE,
    ...viewCaps.ELSEWHERE,
    ...doorCaps.ELSEWHERE,
    ...dkimCaps.ELSEWHERE,
    LINE_BYTES: {
      file: 'daemon/stageLines',
      titles: ['stageLines takes a line of the cap and refuses one a byte longer'],
    },
    PROFILE_BYTES: {
      file: 'native/launch',
      titles: ['a profile is read at each cap and refused one past it'],
    },
    REQUEST_BYTES: { file: 'helpers/mail/drain', titles: ['reads one at the cap and refuses one past it'] },
    ANSWER_BYTES: {
      file: 'helpers/mail/drain',
      titles: ['keeps an answer within its cap by leaving the oldest envelopes to the count of more'],
    },
    DRAIN_PASSES: {
      file: 'helpers/mail/drain',
      titles: ['ends after fifty passes although requests keep coming'],
    },
    WAITING_REQUESTS: {
      file: 'daemon/askMail',
      titles: ['askMail sends as many requests as may wait and refuses one more'],
    },
    STALE_SECONDS: {
      file: 'helpers/mail/drain',
      titles: [
        'sweeps requests, claims, answers and half-written files by age',
        'keeps what is younger than that',
      ],
    },
    REQUEST_SECONDS: {
      file: 'daemon/keepStarting',
      titles: ['keepStarting gives up at the deadline and not before it'],
    },
    RESTART_SECONDS: {
      file: 'daemon/keepStarting',
      titles: ['keepStarting starts at once and every two seconds while the request waits'],
    },
    ACCOUNT_HOPS: { file: 'helpers/mail/accountNames', titles: ['climbs five hops and not six'] },
    MAILBOXES: {
      file: 'protocol/storeLimits',
      titles: ['a store of the cap of mailboxes is read whole and one more is said'],
    },
    VERSION_FOLDERS: {
      file: 'helpers/mail/chooseVersion',
      titles: ['looks at as many versions as the cap and says where there is one more'],
    },
    ACCOUNT_FOLDERS: {
      file: 'native/mailProfile',
      titles: ['grants the lists of as many account folders as the cap, and the indexes of as many versions'],
    },
    MAILBOX_URL_CHARS: {
      file: 'protocol/storeLimits',
      titles: ['the address of a mailbox is read up to the cap and a longer one is said'],
    },
    ACCOUNT_ROWS: {
      file: 'protocol/storeLimits',
      titles: ['accounts are named of a table of the cap and none of one row more'],
    },
    ADDRESS_ROWS: {
      file: 'protocol/storeLimits',
      titles: ['addresses of the cap are read and one more is said'],
    },
    OWN_ROWS: {
      file: 'protocol/storeLimits',
      titles: ['an own address under as many names as the cap is known whole and one more is said'],
    },
    PLIST_OBJECTS: {
      file: 'helpers/mail/propertyList',
      titles: ['reads as many objects as the cap and nothing of one more'],
    },
    PLIST_DEPTH: {
      file: 'helpers/mail/propertyList',
      titles: ['reads objects nested to the cap and nothing that goes one deeper'],
    },
    CACHE_NODES: {
      file: 'helpers/mail/propertyList',
      titles: ['reads as many mailboxes as the cap and tells of one more'],
    },
    CACHE_DEPTH: {
      file: 'helpers/mail/propertyList',
      titles: ['reads mailboxes nested to the cap and tells of one deeper'],
    },
    PLIST_BYTES: { file: 'helpers/mail/propertyList', titles: ['reads a file at the cap and none past it'] },
    ARCHIVE_BYTES: {
      file: 'protocol/storeLimits',
      titles: ['a generated summary of the cap is read and a longer one is not'],
    },
    COPY_STALE_SECONDS: {
      file: 'helpers/mail/drain',
      titles: ['sweeps a copy of the index once nobody writes to it'],
    },
    MAIL_SECONDS: {
      file: 'protocol/deadlines',
      titles: ['the starter ends a mail helper that hangs and not one that ends'],
    },
    RECORD_BYTES: {
      file: 'daemon/brief/collectRecords',
      titles: ['collectRecords takes a record of the cap', 'a record over the cap'],
    },
    MANIFEST_BYTES: {
      file: 'helpers/view',
      titles: ['readManifest refuses a link, a FIFO, a directory, nothing, and one byte past the cap'],
    },
    FACTS_BYTES: {
      file: 'protocol/stageLimits',
      titles: ['the brief stage reads facts of the cap and refuses one byte more'],
    },
    NOTE_BYTES: {
      file: 'protocol/stageLimits',
      titles: ['twind takes a note of the cap and refuses one byte more'],
    },
    BRIEF_BYTES: {
      file: 'protocol/stageLimits',
      titles: ['twind takes an object of the cap and refuses one byte more'],
    },
    MODEL_REPLY_BYTES: {
      file: 'protocol/stageLimits',
      titles: ['a reply of the cap is read and one byte more ends the lane'],
    },
    MODEL_LOAD_SECONDS: {
      file: 'protocol/deadlines',
      titles: ['a model may take the time to load on top of that of a message and no longer'],
    },
    MODEL_RECORD_SECONDS: {
      file: 'protocol/deadlines',
      titles: ['a model’s record may take its own time and no longer'],
    },
    MODEL_TRIES: {
      file: 'helpers/stages/rank/rank',
      titles: ['rank asks once more after %s and takes a good second answer', 'rank asks no third time'],
    },
    MODEL_BUSY_MILLISECONDS: {
      file: 'protocol/deadlines',
      titles: ['rank waits before it asks a busy server again'],
    },
    MODEL_TIMEOUTS: {
      file: 'helpers/stages/rank/rank',
      titles: ['rank gives the model up after some messages in a row without an answer in time'],
    },
    STAGE_RESTARTS: {
      file: 'daemon/keepStarting',
      titles: ['keepStarting tries a crashed start again as often as the cap and then gives up'],
    },
    STAGE_SECONDS: {
      file: 'protocol/deadlines',
      titles: ['twind ends a stage that hangs and not one that ends'],
    },
    VAULT_NOTE_BYTES: {
      file: 'daemon/brief/writeNote',
      titles: ['writeNote rewrites a note of the cap and refuses one a byte longer'],
    },
    CACHE_ENTRIES: {
      file: 'daemon/brief/scoreCache',
      titles: ['pruneScores keeps as many entries as the cap and removes the oldest one past it'],
    },
    CACHE_DAYS: {
      file: 'daemon/brief/scoreCache',
      titles: ['pruneScores keeps an entry of the last day of the cap and removes one a second older'],
    },
    RUNS_KEPT: {
      file: 'daemon/brief/run',
      titles: ['sweepRuns keeps the newest finished runs up to the cap and removes the one past it'],
    },
    STAGE_LINES: {
      file: 'daemon/stageLines',
      titles: ['stageLines takes as many lines as the cap and refuses one more'],
    },
    CHILD_EXIT_SECONDS: {
      file: 'protocol/deadlines',
      titles: ['twind ends a stage that stays after its last line'],
    },
    CHILD_TEXT_BYTES: {
      file: 'daemon/spawn',
      titles: ['spawnStage keeps only the first bytes of a flood on stdout and stderr'],
    },
    OUTPUT_ENTRIES: {
      file: 'daemon/brief/collectRecords',
      titles: ['collectRecords looks at no more names than the cap and still finds the records'],
    },
    BRIEF_ITEMS: {
      file: 'daemon/brief/itemsOfJobs',
      titles: ['itemsOfJobs takes as many items as the cap of all jobs together, the same share of each'],
    },
    JOB_ITEMS: {
      file: 'daemon/jobs/jobItems',
      titles: ['readItems keeps as many items as the cap says and counts the rest'],
    },
    ITEMS_WAIT_SECONDS: {
      file: 'daemon/jobs/schedule',
      titles: ['the brief waits for such a job as long as the cap and not longer'],
    },
    JOB_OUTPUT_BYTES: {
      file: 'daemon/jobs/programJob',
      titles: ['a flood is kept up to the cap, of each output, and said to be cut'],
    },
    JOB_KEPT_BYTES: {
      file: 'daemon/jobs/keptOutput',
      titles: ['a kept output is read at the cap of its file and not one byte past it'],
    },
    JOB_ITEMS_BYTES: {
      file: 'daemon/jobs/keptOutput',
      titles: ['kept items are read at the cap of their file and not one byte past it'],
    },
    JOB_RUNS: {
      file: 'daemon/jobs/jobRuns',
      titles: [
        'as many runs of a job are remembered as the cap says, and the oldest one past it is forgotten',
      ],
    },
    AUDIT_LINE_BYTES: {
      file: 'daemon/audit/verifyAudit',
      titles: ['monthLines gives a line of the cap and not one a byte longer, in both directions'],
    },
    AUDIT_UNSYNCED: {
      file: 'daemon/audit/openAudit',
      titles: ['the head names the last record once it is synced: at once for a change, and never before'],
    },
    PROPOSAL_BYTES: {
      file: 'daemon/spool/fileProposal',
      titles: ['a proposal is filed at the cap of bytes and refused one byte past it'],
    },
    TOKEN_SECONDS: {
      file: 'daemon/gate/tokens',
      titles: ['a token is good until the last millisecond of its time and not one longer'],
    },
    TOKENS: {
      file: 'daemon/gate/tokens',
      titles: ['a caller holds as many tokens as the cap and the oldest makes room for one more'],
    },
    CALLS_AT_ONCE: {
      file: 'daemon/gate/gate',
      titles: ['an agent may have as many calls in flight as the cap and not one more; a person may'],
    },
    PROSE_CHARS: {
      file: 'daemon/spool/fileProposal',
      titles: ['prose is taken at its cap and refused one character past it'],
    },
    PENDING_OF_ONE: {
      file: 'daemon/spool/fileProposal',
      titles: ['as many wait of one proposer as the cap, and one more is refused until one is decided'],
    },
    PENDING_OF_ALL: {
      file: 'daemon/spool/fileProposal',
      titles: ['as many wait of all proposers as the cap, and one more is refused'],
    },
    BATCH: {
      file: 'daemon/spool/decisionDigest',
      titles: ['one decision covers as many as the cap and refuses one more'],
    },
    PROPOSAL_DAYS: {
      file: 'daemon/spool/changedFiles',
      titles: [
        'what is finished is kept for the days of the cap and removed a moment later, and what is stuck stays',
      ],
    },
    PROPOSALS_KEPT: {
      file: 'daemon/spool/changedFiles',
      titles: ['as many finished proposals are kept as the cap, and of one more the oldest goes'],
    },
    SPOOL_NAMES: {
      file: 'daemon/spool/changedFiles',
      titles: [
        'in one pass as many names are looked at as the cap, and what is left is looked at in the next',
      ],
    },
  }
