// The tables of Mail's Envelope Index as macOS 26 creates them (generation 10d), column by column, and the indexes that
// a reader's query plans depend on. Names, types and defaults are facts of apple-mail-store.md 2.5 and 2.6; test/fixtures/
// columns.test.ts compares them with a list typed from there. Relies on nothing.

const INT = 'INTEGER'
const NEED = 'INTEGER NOT NULL'
const ZERO = 'INTEGER NOT NULL DEFAULT 0'
const AUTO = 'INTEGER PRIMARY KEY AUTOINCREMENT'
const KEY = 'INTEGER PRIMARY KEY'
const TEXT = 'TEXT COLLATE BINARY'

/** The name of a table, its columns (name → type and constraints), then what follows them. */
export interface Table {
  readonly columns: Readonly<Record<string, string>>
  readonly constraints?: readonly string[]
  readonly withoutRowid?: boolean
}
export type Tables = Readonly<Record<string, Table>>

const on = (table: string, column: string, then: string) => `REFERENCES ${table}(${column}) ON DELETE ${then}`

const texts = {
  subjects: { columns: { ROWID: AUTO, subject: 'TEXT COLLATE RTRIM NOT NULL UNIQUE ON CONFLICT ABORT' } },
  summaries: { columns: { ROWID: AUTO, summary: 'TEXT COLLATE RTRIM NOT NULL UNIQUE ON CONFLICT ABORT' } },
  generated_summaries: { columns: { ROWID: AUTO, summary: 'BLOB NOT NULL', status: ZERO } },
  properties: { columns: { ROWID: KEY, key: '', value: '' }, constraints: ['UNIQUE (key)'] },
} satisfies Tables

const messages = {
  mailboxes: {
    columns: {
      ROWID: AUTO,
      url: `${TEXT} NOT NULL UNIQUE ON CONFLICT ABORT`,
      total_count: ZERO,
      unread_count: ZERO,
      deleted_count: ZERO,
      unseen_count: ZERO,
      unread_count_adjusted_for_duplicates: ZERO,
      change_identifier: TEXT,
      source: INT,
      alleged_change_identifier: TEXT,
    },
  },
  message_global_data: {
    columns: {
      ROWID: AUTO,
      message_id: INT,
      follow_up_start_date: INT,
      follow_up_end_date: INT,
      follow_up_jsonstringformodelevaluationforsuggestions: TEXT,
      download_state: ZERO,
      read_later_date: INT,
      send_later_date: INT,
      validation_state: ZERO,
      model_category: INT,
      model_subcategory: INT,
      category_model_version: INT,
      category_is_temporary: INT,
      model_analytics: TEXT,
      model_high_impact: ZERO,
      generated_summary: INT,
      urgent: INT,
      message_id_header: TEXT,
    },
    constraints: ['UNIQUE (message_id) ON CONFLICT ABORT'],
  },
  messages: {
    columns: {
      ROWID: AUTO,
      message_id: ZERO,
      global_message_id: NEED,
      remote_id: INT,
      document_id: TEXT,
      sender: INT,
      subject_prefix: TEXT,
      subject: NEED,
      summary: INT,
      date_sent: INT,
      date_received: INT,
      mailbox: NEED,
      remote_mailbox: INT,
      flags: ZERO,
      read: ZERO,
      flagged: ZERO,
      deleted: ZERO,
      size: ZERO,
      conversation_id: ZERO,
      date_last_viewed: INT,
      list_id_hash: INT,
      unsubscribe_type: INT,
      searchable_message: INT,
      brand_indicator: INT,
      display_date: INT,
      flag_color: INT,
      is_urgent: ZERO,
      color: TEXT,
      type: INT,
      fuzzy_ancestor: INT,
      automated_conversation: 'INTEGER DEFAULT 0',
      root_status: 'INTEGER DEFAULT -1',
    },
  },
  labels: {
    columns: {
      message_id: `${INT} ${on('messages', 'ROWID', 'CASCADE')}`,
      mailbox_id: `${INT} ${on('mailboxes', 'ROWID', 'CASCADE')}`,
    },
    constraints: ['PRIMARY KEY (message_id, mailbox_id)'],
    withoutRowid: true,
  },
  recipients: {
    columns: { ROWID: KEY, message: NEED, address: NEED, type: INT, position: INT },
    constraints: ['UNIQUE (message, type, position) ON CONFLICT ABORT'],
  },
  attachments: {
    columns: {
      ROWID: AUTO,
      message: `${NEED} ${on('messages', 'ROWID', 'CASCADE')}`,
      attachment_id: TEXT,
      name: TEXT,
    },
    constraints: ['UNIQUE (message, attachment_id) ON CONFLICT ABORT'],
  },
} satisfies Tables

const threads = {
  conversations: { columns: { conversation_id: AUTO, flags: ZERO, sync_key: TEXT } },
  conversation_id_message_id: {
    columns: {
      conversation_id: `${NEED} ${on('conversations', 'conversation_id', 'CASCADE')} ON UPDATE CASCADE`,
      message_id: ZERO,
      date_sent: ZERO,
    },
    constraints: ['PRIMARY KEY (conversation_id, message_id)'],
    withoutRowid: true,
  },
  message_references: {
    columns: {
      ROWID: KEY,
      message: `${NEED} ${on('messages', 'ROWID', 'CASCADE')}`,
      reference: ZERO,
      is_originator: ZERO,
    },
  },
  duplicates_unread_count: {
    columns: {
      ROWID: KEY,
      message_id: NEED,
      mailbox_id: `${NEED} ${on('mailboxes', 'ROWID', 'CASCADE')}`,
      unread_count: 'INTEGER DEFAULT 0',
    },
    constraints: ['UNIQUE (message_id, mailbox_id)'],
  },
} satisfies Tables

const server = {
  server_messages: {
    columns: {
      ROWID: AUTO,
      message: `${INT} ${on('messages', 'ROWID', 'SET NULL')}`,
      mailbox: `${NEED} ${on('mailboxes', 'ROWID', 'CASCADE')}`,
      sequence_identifier: INT,
      read: NEED,
      deleted: NEED,
      replied: NEED,
      flagged: NEED,
      draft: NEED,
      forwarded: NEED,
      redirected: NEED,
      junk_level_set_by_user: NEED,
      junk_level: NEED,
      flag_color: NEED,
      remote_id: NEED,
    },
    constraints: ['UNIQUE (mailbox, remote_id) ON CONFLICT ABORT'],
  },
  server_labels: {
    columns: {
      server_message: `${INT} ${on('server_messages', 'ROWID', 'CASCADE')}`,
      label: `${INT} ${on('mailboxes', 'ROWID', 'CASCADE')}`,
    },
    constraints: ['PRIMARY KEY (server_message, label)'],
    withoutRowid: true,
  },
  ews_folders: {
    columns: {
      ROWID: KEY,
      folder_id: 'TEXT UNIQUE ON CONFLICT REPLACE',
      mailbox_id: `${NEED} UNIQUE ON CONFLICT REPLACE ${on('mailboxes', 'ROWID', 'CASCADE')}`,
      sync_state: 'TEXT',
    },
  },
  searchable_messages: {
    columns: {
      message_id: KEY,
      message: `${INT} ${on('messages', 'ROWID', 'SET NULL')}`,
      transaction_id: NEED,
      message_body_indexed: NEED,
      reindex_type: NEED,
    },
  },
  message_metadata: { columns: { message_id: KEY, timestamp: NEED, json_values: `${TEXT} NOT NULL` } },
} satisfies Tables

const people = {
  addresses: {
    columns: { ROWID: AUTO, address: 'TEXT COLLATE NOCASE NOT NULL', comment: `${TEXT} NOT NULL` },
    constraints: ['UNIQUE (address, comment) ON CONFLICT ABORT'],
  },
  senders: {
    columns: {
      ROWID: AUTO,
      contact_identifier: `${TEXT} UNIQUE ON CONFLICT ABORT`,
      bucket: ZERO,
      user_initiated: 'INTEGER NOT NULL DEFAULT 1',
    },
  },
  sender_addresses: {
    columns: { address: KEY, sender: `${NEED} ${on('senders', 'ROWID', 'CASCADE')}` },
  },
  businesses: {
    columns: {
      ROWID: AUTO,
      address_comment: 'TEXT COLLATE NOCASE',
      domain: 'TEXT COLLATE NOCASE',
      brand_id: 'INTEGER UNIQUE ON CONFLICT ABORT',
      localized_brand_name: 'TEXT',
    },
    constraints: [
      'UNIQUE (address_comment, domain) ON CONFLICT ABORT',
      `CHECK (iif(brand_id IS NULL,
        address_comment IS NOT NULL AND domain IS NOT NULL AND localized_brand_name IS NULL,
        address_comment IS NULL AND domain IS NULL AND localized_brand_name IS NOT NULL))`,
    ],
  },
  business_addresses: {
    columns: {
      ROWID: KEY,
      address: `${NEED} UNIQUE ON CONFLICT ABORT`,
      business: NEED,
      category: INT,
      last_modified: INT,
      last_bcs_sync: INT,
    },
  },
  business_categories: {
    columns: { ROWID: KEY, business: `${NEED} UNIQUE ON CONFLICT ABORT`, category: NEED },
  },
  brand_indicators: {
    columns: {
      ROWID: AUTO,
      url: `${TEXT} NOT NULL UNIQUE ON CONFLICT ABORT`,
      indicator: 'BLOB',
      indicator_hash: TEXT,
      hash_algorithm: TEXT,
    },
  },
} satisfies Tables

export const tables10d: Tables = { ...texts, ...messages, ...threads, ...server, ...people }
