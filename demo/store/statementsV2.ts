// The tables of a V2 Envelope Index (macOS 10.7 to 10.10), which readers of generation 10 must refuse politely. Relies on
// apple-mail-store.md 2.2 and 11.3.

export const statementsV2: string[] = [
  'CREATE TABLE addresses (ROWID INTEGER PRIMARY KEY, address COLLATE NOCASE, comment, UNIQUE (address, comment))',
  `CREATE TABLE subjects (ROWID INTEGER PRIMARY KEY, subject COLLATE RTRIM, normalized_subject COLLATE RTRIM)`,
  `CREATE TABLE mailboxes (ROWID INTEGER PRIMARY KEY, url UNIQUE,
    total_count INTEGER DEFAULT 0, unread_count INTEGER DEFAULT 0, unseen_count INTEGER DEFAULT 0,
    deleted_count INTEGER DEFAULT 0, unread_count_adjusted_for_duplicates INTEGER DEFAULT 0,
    change_identifier, source INTEGER, alleged_change_identifier)`,
  `CREATE TABLE messages (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, message_id, document_id BLOB, in_reply_to,
    remote_id INTEGER, sender INTEGER, subject_prefix, subject INTEGER, date_sent INTEGER, date_received INTEGER,
    date_created INTEGER, date_last_viewed INTEGER, mailbox INTEGER, remote_mailbox INTEGER, original_mailbox INTEGER,
    flags INTEGER, read, flagged, size INTEGER, color, encoding, type INTEGER, pad,
    conversation_id INTEGER DEFAULT -1, snippet TEXT DEFAULT NULL, fuzzy_ancestor INTEGER,
    automated_conversation INTEGER DEFAULT 0, root_status INTEGER DEFAULT -1,
    conversation_position INTEGER DEFAULT -1)`,
  `CREATE TABLE recipients (ROWID INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, type INTEGER,
    address_id INTEGER NOT NULL, position INTEGER)`,
  `CREATE TABLE labels (ROWID INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, mailbox_id INTEGER NOT NULL,
    UNIQUE (message_id, mailbox_id))`,
  'CREATE TABLE properties (key, value, UNIQUE (key))',
]
