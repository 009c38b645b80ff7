// The audit log as lines. Relies on protocol/auditShown.ts for the shape; every text in it is twin's own or a name of
// configuration.
import * as z from 'zod/mini'
import { AuditShown } from '../../protocol/auditShown.ts'
import { refused } from '../../protocol/refusal.ts'
import { counted } from '../../protocol/text/counted.ts'
import { styled } from '../answer.ts'
import { isTable } from '../inputFields.ts'
import { table } from '../table.ts'
import { anything } from './anything.ts'
import { moment } from './moment.ts'
import type { View } from './view.ts'

type Entry = AuditShown['records'][number]

export const auditListed: View = (output, { columns }) => {
  const { records, unreadable } = z.parse(AuditShown, output)
  const rows = records.map(record => [
    String(record.seq),
    moment(Math.floor(record.time / 1000)),
    record.caller,
    record.event,
    record.operation ?? record.proposal ?? '',
    outcomeOf(record),
  ])
  return {
    lines: [
      ...(rows.length === 0 ? [['Nothing is recorded yet.']] : []),
      ...table(['number', 'when', 'caller', 'event', { wrapped: 'what' }, 'outcome'], rows, columns),
      ...(unreadable > 0 ? [[`${counted(unreadable, 'line')} cannot be read: "twin audit verify"`]] : []),
    ],
  }
}

const outcomeOf = ({ outcome, code, of, count }: Entry): string =>
  [
    outcome === 'unknown' ? 'outcome unknown' : outcome,
    code,
    of === null ? null : `of ${of}`,
    count === null ? null : counted(count, 'call'),
  ]
    .filter(word => word !== null)
    .join(', ')

/** A log that is not as twin wrote it makes the command fail, beside its report. */
export const auditVerified: View = (output, { columns }) => {
  if (!isTable(output) || output['intact'] !== true)
    return { lines: anything(output, columns), problem: tampered }
  return {
    lines: [
      [
        styled('good', 'intact'),
        `: ${counted(Number(output['records']), 'record')} in ${counted(Number(output['files']), 'file')}, in order and unchanged.`,
      ],
    ],
  }
}

const tampered = refused('audit', {
  is: 'the audit log is not as twin wrote it',
  wanted: 'every record, in order and unchanged',
  fix: 'look at the file and line that are named; keep a copy before anything else',
}).refusal
