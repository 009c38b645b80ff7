// Where the caps of DKIM are attacked: the tests that stand at each and one past it. Part of capsElsewhere.ts, which checks the titles.

export const ELSEWHERE = {
  KEYS_AT_ONCE: {
    file: 'daemon/dkim/verifyDkim',
    titles: ['askKeys asks for as many names at once as the cap, and for one more in a second turn'],
  },
  KEY_CHARS: {
    file: 'helpers/resolve/keyQuery',
    titles: ['keyOf takes a key of the cap and refuses one that is longer'],
  },
  KEY_SECONDS: {
    file: 'daemon/dkim/verifyDkim',
    titles: ['resolve gives what has come when its seconds are over'],
  },
  SIGNATURES: {
    file: 'helpers/stages/dkim/dkim',
    titles: ['dkim looks at as many signatures as the cap, and at none behind'],
  },
} as const
