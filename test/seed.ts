// Properties draw the same cases on every run, so that what is green in one place is green in another. TWIN_TEST_SEED=NUMBER draws
// others: for looking for trouble, not for a gate. Relies on vitest running this before each test file.
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['TWIN_TEST_SEED'] ?? 20_261_130) })
