// The longest time that a timer of node takes, in milliseconds, almost 25 days; one that is set to more fires at once.
export const LONGEST_TIMER = 2 ** 31 - 1
