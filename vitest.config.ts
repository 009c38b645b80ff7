// How the tests run: every *.test.ts, two workers (most start processes of their own), a report for test/claims.mjs.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-report.json' },
  },
})
