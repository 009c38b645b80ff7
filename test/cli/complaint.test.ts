// What a thrown error looks like to a person: the system's refusal, or a bug with a place to report it.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { complaintLines, complaintObject, complaintOf } from '../../cli/complaint.ts'
import { rendered } from '../../cli/output.ts'

const thrown = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('complaintOf', () => {
  test('names the system call and the file when the system refused', () => {
    const complaint = complaintOf(
      thrown(() => readFileSync('/nowhere/at all')),
      'twin brief',
    )
    expect(complaint.code).toBe('disk')
    expect(complaint.is).toBe(
      'Cannot finish "twin brief": the system answered ENOENT to open "/nowhere/at all"',
    )
  })

  test('calls anything else a bug and repeats none of its text', () => {
    const complaint = complaintOf(new TypeError('Cannot read "secret subject"'), 'twin brief')
    expect(complaint.code).toBe('bug')
    expect(JSON.stringify(complaint)).not.toContain('secret')
  })

  test('prints three lines and the object of --json from the same texts', () => {
    const complaint = complaintOf('a string', 'twin')
    expect(rendered(complaintLines(complaint), false)).toBe(
      `twin: bug: ${complaint.is}\ntwin: wanted: ${complaint.wanted}\ntwin: hint: ${complaint.fix}\n`,
    )
    expect(complaintObject(complaint)).toEqual({ error: { ...complaint } })
  })
})
