// The indexes of a generation-10 Envelope Index that a reader's query plans depend on, by their real names. There is none on
// message_id_header and no sqlite_stat1: plans must be good without. Relies on apple-mail-store.md 2.6.

/** Table → column lists; the name of an index is made of both, as Mail does. */
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  messages: [
    'date_received',
    'mailbox date_received',
    'mailbox display_date',
    'deleted date_received',
    'deleted mailbox',
    'conversation_id',
    'global_message_id mailbox',
    'message_id mailbox',
    'remote_mailbox remote_id',
    'sender',
    'subject',
    'flagged',
    'list_id_hash',
  ],
  recipients: ['address', 'message position type address'],
  labels: ['mailbox_id'],
  mailboxes: ['source'],
  message_global_data: ['model_category'],
  sender_addresses: ['sender'],
  message_references: ['message reference', 'reference message'],
  server_messages: ['message'],
}

const UNREAD = 'messages_read_deleted_global_message_id_mailbox_read0_deleted0_index'

export const indexes: readonly string[] = [
  ...Object.entries(PLAIN).flatMap(([table, lists]) => lists.map(list => plain(table, list.split(' ')))),
  `CREATE INDEX ${UNREAD} ON messages (read, deleted, global_message_id, mailbox) WHERE (read = 0 AND deleted = 0)`,
]

function plain(table: string, columns: readonly string[]): string {
  return `CREATE INDEX ${table}_${columns.join('_')}_index ON ${table} (${columns.join(', ')})`
}
