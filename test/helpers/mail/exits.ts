// The exit codes that a person or a script sees, written out here so that a change of the table in protocol/ is noticed.
export const EXITS_OF = { usage: 2, config: 2, access: 3, unconfined: 5 } as const
export const DEFAULT_EXIT = 1
