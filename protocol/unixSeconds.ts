// A time as it crosses a boundary: Unix seconds, from 1970 to the end of the year 9999. Pure.
import * as z from 'zod/mini'

const WANTS = 'wants Unix seconds'
export const unixSeconds = z.int(WANTS).check(z.minimum(0, WANTS), z.maximum(253_402_300_799, WANTS))
