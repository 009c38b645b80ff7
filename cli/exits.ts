// Every exit code of twin and what it means, for --help and the man page. Relies on protocol/refusal.ts giving a refusal its code.

export const EXITS = [
  [0, 'done'],
  [1, 'failed'],
  [2, 'wrong usage or configuration'],
  [3, 'no access to Mail'],
  [4, 'the model asked for is not usable'],
  [5, 'cannot confine a helper'],
  [6, 'not allowed, or not confirmed'],
  [130, 'interrupted'],
] as const
