// A number and its noun, as a person reads them. Pure.

/** `counted(1, 'proposal')` is "1 proposal". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
