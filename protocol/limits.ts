// Every cap of the system: bytes, counts, depths, seconds. One file, so that a reviewer sees them together and
// test/protocol/limits.test.ts can demand a case at each cap and one past it. Relies on nothing.

/** Bytes of one line on fd 3, newline included. */
export const LINE_BYTES = 87_000
/** Bytes of a profile in an argument: Linux takes 131,072 in one. */
export const PROFILE_BYTES = 120_000
/** Paths in one list of a profile. */
export const PROFILE_PATHS = 1_024
/** UTF-16 units of a path in a profile (PATH_MAX with its final zero is 4,096). */
export const PATH_CHARS = 4_095
/** Nesting of JSON that crosses a boundary. */
export const JSON_DEPTH = 16

/** Bytes of a request file of the mail helper. */
export const REQUEST_BYTES = 4_096
/** Bytes of an answer file of the mail helper: 200 envelopes and room for the accounts. */
export const ANSWER_BYTES = 4_194_304
/** Passes over the request directory before the helper ends. */
export const DRAIN_PASSES = 50
/** Requests that may wait at once; more are refused by the sender. */
export const WAITING_REQUESTS = 256
/** Seconds after which an unclaimed request, a claim or an unread answer is swept. */
export const STALE_SECONDS = 600
/** Seconds a request may take before its sender gives up. */
export const REQUEST_SECONDS = 60
/** Seconds between two attempts to start the mail helper while a request still waits. */
export const RESTART_SECONDS = 2

/** Envelopes in one answer to `collect`. */
export const ENVELOPES = 200
/** Code points of a subject, prefix included. */
export const SUBJECT_CHARS = 300
/** Code points of a preview. */
export const PREVIEW_CHARS = 600
/** Code points of a display name. */
export const NAME_CHARS = 200
/** Code points of an address. */
export const ADDRESS_CHARS = 320
/** Code points of an account label or a mailbox name. */
export const LABEL_CHARS = 300
/** Code points of the name of a store's layout. */
export const LAYOUT_CHARS = 64
/** Octets of a Message-ID that may become a link. */
export const MESSAGE_ID_BYTES = 250
/** Code points of a Message-ID that a reader hands on at all; a longer one is cut to this, and is then too long to link. */
export const MESSAGE_ID_CHARS = 998
/** Accounts one answer may name. */
export const ACCOUNTS = 256
/** Sentences of one answer on what it cannot tell. */
export const DEGRADED = 32
/** Tables of an index that `probe` names, columns of each, and mailboxes that it lists. */
export const PROBE_TABLES = 256
export const PROBE_COLUMNS = 256
export const PROBE_MAILBOXES = 2_000
/** Forbidden acts that `diagnose` lists. */
export const DENIALS = 64
/** Hops from an account row to its ancestors. */
export const ACCOUNT_HOPS = 5

/** Mailboxes of a store that are looked at. */
export const MAILBOXES = 10_000
/** Version folders (V10) of a store that are looked at, newest first; old ones stay behind after upgrades. */
export const VERSION_FOLDERS = 8
/** Account folders of a store whose property list the mail helper is granted. */
export const ACCOUNT_FOLDERS = 256
/** Rows of accounts in Accounts4; of a longer table no account is named, since the rest could change whose mail is in scope. */
export const ACCOUNT_ROWS = 5_000
/** Rows of the user's addresses in Accounts4. */
export const ADDRESS_ROWS = 5_000
/** Rows of the index, one a display name, under which one address of the user's may stand. */
export const OWN_ROWS = 5_000
/** Characters of a mailbox's URL; a longer one belongs to no account. */
export const MAILBOX_URL_CHARS = 2_000
/** Bytes of a property list of Mail's. */
export const PLIST_BYTES = 1_048_576
/** Objects of a binary property list, and their nesting. */
export const PLIST_OBJECTS = 20_000
export const PLIST_DEPTH = 64
/** Mailboxes in one .mboxCache.plist, and their nesting. */
export const CACHE_NODES = 10_000
export const CACHE_DEPTH = 16
/** Bytes of a generated summary or an account property, archived. */
export const ARCHIVE_BYTES = 65_536
/** Seconds without a write after which a copy of the index belongs to nobody. */
export const COPY_STALE_SECONDS = 10
/** Seconds that the mail helper may run before its starter ends it. */
export const MAIL_SECONDS = 120

/** Code points of a model's reason. */
export const REASON_CHARS = 200
/** Topics of one message, and code points of each. */
export const TOPICS = 5
export const TOPIC_CHARS = 40
/** The scale of a score. */
export const SCORE_MAX = 10
/** Bytes of one record file that a stage writes. */
export const RECORD_BYTES = 131_072
/** Bytes of a view's manifest: 29 a handle, so about 140,000 messages. */
export const MANIFEST_BYTES = 4_194_304
/** Bytes of the facts that twind gives the brief stage: 256 accounts with the longest labels, 64 jobs and their problems. */
export const FACTS_BYTES = 1_048_576
/** Sentences of a brief on what it could not tell: 32 of the mail helper's, the rest twind's. */
export const NOTES = 64
/** Bytes of the note that the brief stage writes: 200 messages and 200 items of the longest fields, each character at its widest, and the coverage. */
export const NOTE_BYTES = 8_388_608
/** Bytes of a model's answer. */
export const MODEL_ANSWER_BYTES = 65_536
/** Bytes of one HTTP reply of the model's server: an answer with its thinking, a model's record, the list of models. */
export const MODEL_REPLY_BYTES = 4_194_304
/** Models that its server may list, and capabilities of one. */
export const MODELS = 10_000
export const MODEL_CAPABILITIES = 64
/** Seconds the model may take to load before its first answer, on top of the time a message may take. */
export const MODEL_LOAD_SECONDS = 300
/** Seconds that a model's record may take, where a message may take less: no inference stands behind it. */
export const MODEL_RECORD_SECONDS = 10
/** Seconds that `timeout` may grant one message: beyond 24 days a timer fires at once. */
export const MODEL_MESSAGE_SECONDS = 86_400
/** Times one message is sent to the model. */
export const MODEL_TRIES = 2
/** Milliseconds before a server that said it was busy is asked again. */
export const MODEL_BUSY_MILLISECONDS = 500
/** Messages in a row without an answer in time after which the model is given up. */
export const MODEL_TIMEOUTS = 5
/** Requests in flight to the model. */
export const LANES = 16
/** Times a stage that makes no progress is started again. */
export const STAGE_RESTARTS = 3
/** Seconds a stage may run, model time excluded. */
export const STAGE_SECONDS = 120

/** Bytes of twin.toml or policy.toml. */
export const CONFIG_BYTES = 65_536
/** Entries of `accounts` or `exclude`. */
export const SCOPE_ENTRIES = 64
/** Bytes of a note in the vault that twin is willing to rewrite. */
export const VAULT_NOTE_BYTES = 16_777_216
/** Entries and age (days) of the score cache. */
export const CACHE_ENTRIES = 20_000
export const CACHE_DAYS = 30
/** Finished runs kept on disk. */
export const RUNS_KEPT = 3
/** Lines that a stage may write on fd 3. */
export const STAGE_LINES = 10_000
/** Seconds that a stage has to exit after its last line, and a dead child's streams have to close. */
export const CHILD_EXIT_SECONDS = 2
/** Bytes of stdout and of stderr that are kept of a child. */
export const CHILD_TEXT_BYTES = 16_384
/** Names that twind looks at in the output of a stage. */
export const OUTPUT_ENTRIES = 4_096

/** Combining marks on one letter: UAX 15 allows 30, words of Burmese have five. */
export const MARKS = 6
/** Joiners in one emoji; the longest recommended ones (family, kiss) have three. */
export const EMOJI_JOINERS = 4
/** Characters without a blank in the note, in scripts that write blanks; a longer run gets one. */
export const WORD_CHARS = 60
/** Bytes of the object that the brief stage writes beside the note: 200 messages and 200 items of the longest fields. */
export const BRIEF_BYTES = 8_388_608

/** Entries of one named table of twin.toml or policy.toml: jobs, plugins, agents, workspaces, commands, arguments. */
export const TABLE_ENTRIES = 64
/** Words of a command, and UTF-16 units of each. */
export const ARGUMENTS = 64
export const ARGUMENT_CHARS = 4_096
/** Values that an argument of a command may be chosen from. */
export const CHOICES = 64
/** Paths that a job may read, and that it may write. */
export const JOB_PATHS = 32
/** Times of day of one job. */
export const JOB_TIMES = 48
/** Hosts of `[brief] link_hosts`. */
export const LINK_HOSTS = 64
/** The most that `[operations]` may set: entries of one list, code points of one text, calls of one agent in a minute. */
export const LIST_ENTRIES = 1_000
export const TEXT_CHARS = 200_000
export const CALLS_A_MINUTE = 6_000
/** The most that `[proposals] rate` may set. */
export const PROPOSALS_AN_HOUR = 1_000
/** Bytes of one call that comes through a door, and of its answer. */
export const CALL_BYTES = 65_536
export const OUTCOME_BYTES = 8_388_608
/** Characters of one of twin's own sentences, and changes that a preview shows; the rest is counted. */
export const SENTENCE_CHARS = 600
export const PREVIEW_CHANGES = 50
/** UTF-16 units of a proposer's own words. */
export const PROSE_CHARS = 2_000
/** Bytes of a proposal's file. */
export const PROPOSAL_BYTES = 65_536
/** Proposals that wait for a person at once, of one proposer and of all; changes of mail have a room of their own. */
export const PENDING_OF_ONE = 200
export const PENDING_OF_ALL = 1_000
export const PENDING_OF_CHANGES = 3_000
/** Proposals that one decision may cover. */
export const BATCH = 200
/** Days that a proposal is kept once it is applied or refused. */
export const PROPOSAL_DAYS = 90
/** Seconds that a token is good for, and tokens that one caller may hold. */
export const TOKEN_SECONDS = 120
export const TOKENS = 8
/** UTF-16 units of an item's link. */
export const ITEM_LINK_CHARS = 1_000
/** Items of all jobs together that one brief ranks; each job gets the same share. */
export const BRIEF_ITEMS = 200
/** Items of one run of a job, and bytes of what it prints that are kept. */
export const JOB_ITEMS = 100
export const JOB_OUTPUT_BYTES = 262_144
/** Bytes of the file that keeps both outputs of a job, each control character written out, and of the one that keeps its items. */
export const JOB_KEPT_BYTES = 3_200_000
export const JOB_ITEMS_BYTES = 1_048_576
/** Seconds that a brief waits for jobs that print items and are due in the same moment. */
export const ITEMS_WAIT_SECONDS = 300
/** Seconds that `timeout` may grant a job. */
export const JOB_SECONDS = 86_400
/** Runs of one job that are remembered. */
export const JOB_RUNS = 50
/** Operations of one plugin, and keys of the input of one. */
export const PLUGIN_OPERATIONS = 32
export const PLUGIN_FIELDS = 16
/** UTF-16 units in which a plugin says what an operation is for: an operation's summary has 120, and twin's words stand first. */
export const PLUGIN_SUMMARY_CHARS = 96
/** Seconds that a plugin has to declare its operations. */
export const PLUGIN_DECLARE_SECONDS = 10
/** Calls that wait for one plugin, the one under way included. */
export const PLUGIN_QUEUE = 16
/** Times in a row that a plugin is started again, the seconds before the first, which double, and those after which it counts as steady. */
export const PLUGIN_RESTARTS = 5
export const PLUGIN_RESTART_SECONDS = 1
export const PLUGIN_STEADY_SECONDS = 600
/** Nesting of what a plugin puts out, and UTF-16 units of a key in it. */
export const PLUGIN_DEPTH = 8
export const PLUGIN_KEY_CHARS = 100
/** Characters of an operation's whole name: what MCP clients take as the name of a tool. */
export const TOOL_NAME_CHARS = 64
/** Calls in flight of one agent; a person is not counted. */
export const CALLS_AT_ONCE = 8
/** Bytes of a unix socket's path: `sun_path` without its final zero, on macOS and on Linux; a longer one would be cut silently. */
export const SOCKET_PATH_BYTES_DARWIN = 103
export const SOCKET_PATH_BYTES_LINUX = 107
/** Minutes without a request after which the page stops listening, and seconds that its link is good for. */
export const PAGE_MINUTES = 15
export const PAGE_LINK_SECONDS = 60
/** Connections to the page at once, seconds that a request may take to arrive, and bytes of a form. */
export const PAGE_CONNECTIONS = 32
export const PAGE_REQUEST_SECONDS = 10
export const PAGE_FORM_BYTES = 4_096
/** Code points of one text of the menu; items and jobs that it names, and decisions that it offers; the rest is counted. */
export const MENU_CHARS = 80
export const MENU_ENTRIES = 10
export const MENU_DECISIONS = 100
/** Bytes of one line of the audit log. */
export const AUDIT_LINE_BYTES = 2_048
/** Seconds that a call without twind waits for another such call, or for a twind that is starting. */
export const LOCK_SECONDS = 20
/** Lists of messages that are kept of one caller, so that it can ask for one of them, and seconds that each is kept. */
export const LISTS_OF_ONE = 8
export const LIST_SECONDS = 86_400
/** UTF-16 units of what a caller names mail by: words of an account, a sender. */
export const MAIL_WORDS_CHARS = 300
/** Connections to one door, bytes of the head of a request, and seconds in which a request, or the reading of an answer, is over. */
export const DOOR_CONNECTIONS = 64
export const DOOR_HEAD_BYTES = 8_192
export const DOOR_SECONDS = 10
/** Seconds that twind takes to end at most: then what still runs is left to its process group's end. */
export const STOP_SECONDS = 4
/** Records of calls that may be written before the audit log is synced: what a power cut may lose. */
export const AUDIT_UNSYNCED = 64
/** Proposals that are kept once they are applied or refused; the oldest beyond are removed. */
export const PROPOSALS_KEPT = 2_000
/** Foreign names that are put aside from one folder of the spool in one pass. */
export const SPOOL_NAMES = 1_000
/** Bytes of one line that an MCP client sends: a call, twice over, since MCP wraps it. */
export const MCP_LINE_BYTES = 131_072
/** Requests of an MCP client that are open at once; twind itself takes CALLS_AT_ONCE calls. */
export const MCP_REQUESTS = 32
/** Bytes of a result that an MCP client is given: what a model reads, not what a door could carry. */
export const MCP_RESULT_BYTES = 1_048_576
/** UTF-16 units of the names of workspaces in the instructions: clients cut these at 2,048. */
export const MCP_WORKSPACES_CHARS = 600
/** Lines of a terminal that a proposer's own words may take, so that they push nothing of twin's off the screen. */
export const PROSE_LINES = 8
/** Characters of an answer that is typed at a question. */
export const ANSWER_CHARS = 16

/** Bytes that one message may have to be taken into the store; a larger one is listed and never opened. */
export const MESSAGE_BYTES = 134_217_728
/** Bytes of base64 in one piece of a blob, and of the whole of it. */
export const BLOB_CHARS = 65_536
export const BLOB_BYTES = 134_217_728
/** UTF-16 units of an adapter's name for a message, for a collection, and of a cursor. */
export const ADAPTER_ID_CHARS = 512
export const COLLECTION_CHARS = 512
export const CURSOR_CHARS = 8_192
/** Messages in one answer to `list`, keywords of one message, characters of each, and collections of one account. */
export const LISTED = 200
/** Messages, those that are gone among them, of one whole listing. */
export const LISTING = 10_000_000
export const KEYWORDS = 64
export const KEYWORD_CHARS = 64
export const COLLECTIONS = 4_096
/** Folders below each other in a mailbox. */
export const FOLDER_DEPTH = 16
/** Bytes of what an adapter remembers of the folders of a mailbox, and of one change that it has begun. */
export const SNAPSHOT_BYTES = 16_777_216
export const JOURNAL_BYTES = 16_384
/** Seconds in which an adapter answers one question. */
export const ADAPTER_SECONDS = 120
/** Addresses of one header, entries of References, attachments and parts that are told of one message. */
export const ADDRESSES = 1_000
export const REFERENCES = 200
export const ATTACHMENTS = 1_000
/** Bytes of envelope.json and of body.txt in the parsed cache, and of all attachments of one message. */
export const ENVELOPE_BYTES = 1_048_576
export const BODY_BYTES = 4_194_304
export const ATTACHED_BYTES = 134_217_728
/** Bytes of the headers of one message and its parts that are read; parts of it, and their nesting; messages that lie in each other. */
export const HEADER_BYTES = 1_048_576
export const PARTS = 10_000
export const MIME_DEPTH = 64
export const NESTED_MESSAGES = 5
/** UTF-16 units of one HTML text that are read, elements that lie in each other, rules of its styles,
 * comparisons of one with an element, and units of a style attribute and of a link's target. */
export const HTML_CHARS = 8_388_608
export const HTML_DEPTH = 1_000
export const STYLE_RULES = 1_000
export const STYLE_MATCHES = 5_000_000
export const STYLE_CHARS = 10_000
export const LINK_CHARS = 8_000
/** Bytes of one attachment whose text is read, UTF-16 units of that text, bytes of all texts of one message, pages of a PDF. */
export const READ_ATTACHMENT_BYTES = 67_108_864
export const ATTACHMENT_CHARS = 1_048_576
export const TEXTS_BYTES = 8_388_608
export const PDF_PAGES = 500
/** UTF-16 units of a calendar that are read. */
export const CALENDAR_CHARS = 262_144
/** Entries of an archive, bytes that all of one message unpack to, times that an entry may grow, archives that lie in each other, bytes of a text in one. */
export const ARCHIVE_ENTRIES = 1_000
export const ARCHIVE_UNPACKED_BYTES = 67_108_864
export const ARCHIVE_RATIO = 200
export const ARCHIVE_DEPTH = 2
export const MEMBER_BYTES = 1_048_576
/** Sentences on what could not be had of one message. */
export const PROBLEMS = 64
/** UTF-16 units of a query, terms in it, and their nesting. */
export const QUERY_CHARS = 2_000
export const QUERY_TERMS = 64
export const QUERY_DEPTH = 16
/** Messages of one view; roots that `limit` may ask for; messages of one thread that `expand` adds. */
export const VIEW_MESSAGES = 200_000
export const VIEW_ROOTS = 100_000
export const THREAD_MESSAGES = 1_000
/** Directories in one folder of a view before it is divided by the first two characters of the handle. */
export const VIEW_FLAT = 50_000
/** Bytes of a run's file, and its nesting: with what holds it in a report or a line it stays within JSON_DEPTH. */
export const RUN_BYTES = 65_536
export const RUN_DEPTH = 12
/** Steps of a pipeline; ports of one stage; entries of `auto` and `deny`. */
export const STEPS = 16
export const PORTS = 16
export const APPLY_RULES = 32
/** Seconds that one message may take in one stage, and those of a stage that sees the set. Memory is bounded in native/confine.c. */
export const EACH_SECONDS = 60
export const STEP_SECONDS = 3_600
/** Bytes of everything that one stage may write for one message. */
export const EACH_OUTPUT_BYTES = 268_435_456
/** Files and folders that one stage may leave in one output folder of a message, and how deep. */
export const EACH_OUTPUT_FILES = 4_096
export const EACH_OUTPUT_DEPTH = 8
/** Descriptors that the process of one message may have open. */
export const EACH_DESCRIPTORS = 256
/** Sentences that a stage may say of one message. */
export const REMARKS = 16
/** Proposals of one stage for one message, and bytes of each. */
export const SPOOLED = 64
export const SPOOLED_BYTES = 1_024
/** Nesting of a record's schema, its fields, and the values of an enum. */
export const SCHEMA_DEPTH = 8
export const SCHEMA_FIELDS = 64
export const ENUM_VALUES = 1_000
/** Records of one message where a stage yields several. */
export const RECORDS_OF_ONE = 100
/** Hosts of one actor. */
export const ACTOR_HOSTS = 8
/** Bytes of a run's report, and failures and remarks that it tells of one step: 16 steps of the longest sentences. */
export const RUN_REPORT_BYTES = 4_194_304
export const RUN_FAILURES = 100

/** Recipients of a draft, in To and in Cc each; code points of its text; links and flags that are told of it; bytes of the raw message. */
export const DRAFT_RECIPIENTS = 20
export const DRAFT_BODY_CHARS = 8_000
export const DRAFT_URLS = 100
export const DRAFT_FLAGS = 64
export const DRAFT_BYTES = 49_152
/** Classes of `classify`, rules of `reason`, values of one condition, and proposals of one rule. */
export const STAGE_RULES = 64
/** UTF-16 units of the instructions that a run gives a model. */
export const INSTRUCTIONS_CHARS = 4_000
/** Code points of a message's text that a model is given. */
export const MODEL_BODY_CHARS = 8_000
/** Placeholders of one message. */
export const PLACEHOLDERS = 1_000
/** Bytes of the record in which draft-lint keeps a draft: the raw message, and the same as text. */
export const DRAFT_RECORD_BYTES = 262_144
/** Keys that `resolve` is asked for at once, code units of one key, and seconds that all of them may take. */
export const KEYS_AT_ONCE = 16
export const KEY_CHARS = 4_096
export const KEY_SECONDS = 10
/** Signatures of one message that are looked at, the first of them; the rest satisfies nothing. */
export const SIGNATURES = 8
