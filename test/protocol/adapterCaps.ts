// The caps of adapters: where each has a case at the cap and one past it. Part of limits.test.ts.
import {
  AdapterId,
  AdapterLine,
  AdapterQuestion,
  Collection,
  Cursor,
  Keyword,
} from '../../protocol/adapter.ts'

const text = (amount: number): string => 'x'.repeat(amount)
const listed = (rest: object): boolean =>
  AdapterLine.safeParse({
    type: 'listed',
    id: 1,
    messages: [],
    gone: [],
    reset: false,
    final: true,
    cursor: null,
    problems: [],
    ...rest,
  }).success
const message = { message: 'm', collection: 'c', flags: [], keywords: [], bytes: 1, received: null }
const times = <T>(amount: number, value: T): T[] => Array.from({ length: amount }, () => value)

export const HERE = {
  ADAPTER_ID_CHARS: [
    (amount: number) => AdapterId.safeParse(text(amount)).success,
    (amount: number) => listed({ messages: [{ ...message, message: text(amount) }] }),
  ],
  COLLECTION_CHARS: [
    (amount: number) => Collection.safeParse(text(amount)).success,
    (amount: number) => listed({ messages: [{ ...message, collection: text(amount) }] }),
  ],
  CURSOR_CHARS: [
    (amount: number) => Cursor.safeParse(text(amount)).success,
    (amount: number) => AdapterQuestion.safeParse({ op: 'list', id: 1, cursor: text(amount) }).success,
  ],
  LISTED: [
    (amount: number) => listed({ messages: times(amount, message) }),
    (amount: number) => listed({ gone: times(amount, 'm') }),
  ],
  KEYWORD_CHARS: (amount: number) => Keyword.safeParse(text(amount)).success,
  KEYWORDS: (amount: number) => listed({ messages: [{ ...message, keywords: times(amount, 'k') }] }),
} as const

const openAdapter = (...titles: string[]) => ({ file: 'daemon/adapters/openAdapter', titles })
export const ELSEWHERE = {
  ADAPTER_SECONDS: openAdapter(
    'is a refusal of what was asked where it does not answer in time',
    'is waited for no longer than the cap',
  ),
  LISTING: {
    file: 'daemon/adapters/listingTally',
    titles: ['a listing may tell so many messages as the cap, and not one more'],
  },
  BLOB_CHARS: openAdapter('writes a piece of exactly the cap', 'blob-over-cap'),
  BLOB_BYTES: {
    file: 'helpers/adapters/answerAll',
    titles: ['the pieces of a draft may have the cap together and not a byte more'],
  },
  FOLDER_DEPTH: {
    file: 'helpers/adapters/maildir/findFolders',
    titles: ['a folder at the depth of the cap is listed and one below it is told of'],
  },
  COLLECTIONS: {
    file: 'helpers/adapters/maildir/findFolders',
    titles: ['as many folders as the cap are listed and one more is told of'],
  },
  SNAPSHOT_BYTES: {
    file: 'helpers/adapters/maildir/remembered',
    titles: ['a snapshot of the cap is read and one of a byte more is not'],
  },
  JOURNAL_BYTES: {
    file: 'helpers/adapters/maildir/remembered',
    titles: ['a note of the cap is read and one of a byte more is not'],
  },
} as const
