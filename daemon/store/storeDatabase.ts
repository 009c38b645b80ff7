// state/store/index.db: what is known of the mail in the store, for queries and threads. Everything in it can be had again from the
// raw messages but what DKIM said when each came in. Texts are strangers'. One writer: sync. A migration never changes once released.
import type { DatabaseKind } from '../database.ts'

const FIRST = `
-- One row an account of twin.toml that was ever synced. path: of its adapter; cursor: as the adapter gave it, unread; synced: Unix
-- seconds of the last whole sync; unfinished: a sync has begun and not ended, so files may lie in the store that no row names;
-- descriptor, problems: JSON, of the last whole sync.
CREATE TABLE accounts(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL, cursor TEXT, synced INTEGER,
  unfinished INTEGER NOT NULL DEFAULT 0, descriptor TEXT, problems TEXT NOT NULL DEFAULT '[]') STRICT;

-- One row for each raw message by its SHA-256, whatever accounts have it. parser: version of the stage that parsed it; problem: why
-- it could not, else null; sent: its own Date; author: address of the first author, folded; one_author: exactly one From header
-- with one address; message_id, list_id: of the headers; base: subject without what replies add; replies: its subject says that it
-- is a reply, and no header says to what; attached: it has an attachment that is not part of the body.
CREATE TABLE contents(
  id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL,
  parser INTEGER NOT NULL, problem TEXT,
  sent INTEGER, author TEXT, one_author INTEGER NOT NULL DEFAULT 0, message_id TEXT, list_id TEXT,
  base TEXT NOT NULL DEFAULT '', replies INTEGER NOT NULL DEFAULT 0, attached INTEGER NOT NULL DEFAULT 0,
  dkim_state TEXT NOT NULL, dkim_domain TEXT, dkim_why TEXT) STRICT;
CREATE INDEX contents_of_id ON contents(message_id);
CREATE INDEX contents_of_base ON contents(base) WHERE base <> '';

-- Who it is to: To, Cc and Bcc, folded.
CREATE TABLE recipients(
  content INTEGER NOT NULL REFERENCES contents ON DELETE CASCADE, address TEXT NOT NULL,
  PRIMARY KEY (content, address)) STRICT, WITHOUT ROWID;

-- One message of one account, however many collections hold it. at: when it came (received), else its own date, else 0; thread: same
-- for messages that Message-ID, References and In-Reply-To join.
CREATE TABLE mails(
  id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, content INTEGER NOT NULL REFERENCES contents,
  received INTEGER, at INTEGER NOT NULL, thread INTEGER NOT NULL, UNIQUE (account, content)) STRICT;
CREATE INDEX mails_by_time ON mails(account, at);
CREATE INDEX mails_of_thread ON mails(account, thread);
CREATE INDEX mails_of_content ON mails(content);

-- Every Message-ID that a message has or names.
CREATE TABLE mentions(
  mail INTEGER NOT NULL REFERENCES mails ON DELETE CASCADE, message_id TEXT NOT NULL,
  PRIMARY KEY (mail, message_id)) STRICT, WITHOUT ROWID;
CREATE INDEX mentions_of_id ON mentions(message_id);

-- Threads that only their subject joins to another: made anew by each sync that changed something.
CREATE TABLE joins(thread INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts, root INTEGER NOT NULL) STRICT;
CREATE INDEX joins_of_root ON joins(root);

-- One message in one collection, by the adapter's name. flags, keywords: words between blanks (" seen flagged "); mail: null until the
-- raw message is in the store; problem: why it will not be; listing: number of the last listing that had it.
CREATE TABLE places(
  account INTEGER NOT NULL REFERENCES accounts, message TEXT NOT NULL, collection TEXT NOT NULL,
  flags TEXT NOT NULL, keywords TEXT NOT NULL, bytes INTEGER NOT NULL, received INTEGER,
  mail INTEGER REFERENCES mails, problem TEXT, listing INTEGER NOT NULL,
  PRIMARY KEY (account, message)) STRICT, WITHOUT ROWID;
CREATE INDEX places_of_mail ON places(mail, collection);
CREATE INDEX places_to_fetch ON places(account) WHERE mail IS NULL;

-- Letters of an account's sent collections, by recipient: made anew by each sync that changed something.
CREATE TABLE letters(
  account INTEGER NOT NULL REFERENCES accounts, address TEXT NOT NULL, letters INTEGER NOT NULL,
  PRIMARY KEY (account, address)) STRICT, WITHOUT ROWID;

-- Full text, by contents.id; holds no copy of the text. Hidden text is not in it.
CREATE VIRTUAL TABLE words USING fts5(
  subject, author, recipients, body, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
`

/**
 * How daemon/database.ts opens it. Not sure: a power cut may take the last transactions back, never one out of their order, and the next
 * sync does again what they did; a check reads the whole file, which may be gigabytes.
 */
export const STORE_DATABASE: DatabaseKind = {
  what: 'the index of the store, state/store/index.db,',
  migrations: [FIRST],
  sure: false,
  anew: 'move index.db, index.db-wal and index.db-shm away: the next "twin sync" makes a new one, without what DKIM said before',
  look: 'look at the disk and at the permissions of state/store/index.db, then run the same command again',
}
