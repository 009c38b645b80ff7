// How the tests run: every *.test.ts, properties from one seed, two workers (most start processes of their own), a report for test/claims.mjs.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    reporters: ['default', 'json'],
    outputFile: { json: 'build/test-report.json' },
  },
})
