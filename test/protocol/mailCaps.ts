// The caps of the operations on mail and of the terminal, and the tests that stand at each. Part of limits.test.ts.
export const ELSEWHERE = {
  LISTS_OF_ONE: {
    file: 'daemon/mail/keptLists',
    titles: ['lists of one caller and removes the oldest for one more'],
  },
  LIST_SECONDS: { file: 'daemon/mail/keptLists', titles: ['seconds ago and none that is older'] },
  MAIL_WORDS_CHARS: {
    file: 'daemon/mail/mailOperations',
    titles: ['takes words of an account up to their cap, and refuses one character more'],
  },
  PROSE_LINES: {
    file: 'cli/proseLines',
    titles: ['words take as many lines as they may, and of one more it is said that it is left out'],
  },
  ANSWER_CHARS: {
    file: 'cli/proseLines',
    titles: ['an answer holds as many characters as it may and takes no more'],
  },
}
