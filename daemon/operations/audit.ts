// The operations of the family "audit": what was asked for and done, and whether the log still is as twin wrote it. Never offered
// to an agent. Relies on daemon/audit/ for both.
import * as z from 'zod/mini'
import { AuditShown } from '../../protocol/auditShown.ts'
import { done } from '../../protocol/refusal.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Operation } from '../gate/operation.ts'
import { withinLimit } from '../withinLimit.ts'
import { howMany } from './inputFields.ts'

const count = z.int().check(z.minimum(0))

export const audit: readonly Operation[] = [
  defineOperation({
    name: 'audit.list',
    summary: 'the newest records of the audit log, with changes whose outcome is unknown',
    class: 'read',
    ceiling: 'never',
    doors: ['cli', 'ui'],
    provenance: 'twin',
    capability: null,
    input: z.strictObject({ limit: howMany(1, 'how many records, the newest first') }),
    output: AuditShown,
    handler: ({ world }, input) => {
      const most = withinLimit(input.limit, world.configuration().config.operations.list)
      if (!most.ok) return Promise.resolve(most)
      const listed = world.audit.list(most.value)
      if (!listed.ok) return Promise.resolve(listed)
      const { records, unknown, unreadable } = listed.value
      const entries = records.map(({ v: _v, prev: _prev, hash: _hash, ...record }) =>
        unknown.includes(record.seq) ? { ...record, outcome: 'unknown' } : record,
      )
      return Promise.resolve(done({ records: entries, unreadable }))
    },
  }),
  defineOperation({
    name: 'audit.verify',
    summary: 'whether every record of the audit log is there, in order and unchanged',
    class: 'read',
    ceiling: 'never',
    doors: ['cli', 'ui'],
    provenance: 'twin',
    capability: null,
    input: z.strictObject({}),
    output: z.strictObject({
      intact: z.boolean(),
      records: count,
      files: count,
      broken: z.nullable(z.strictObject({ file: z.string(), line: count, why: z.string() })),
      missing: count,
    }),
    handler: async ({ world }) => {
      const verified = await world.audit.verify()
      if (!verified.ok) return verified
      const { broken, missing } = verified.value
      return done({ intact: broken === null && missing === 0, ...verified.value })
    },
  }),
]
