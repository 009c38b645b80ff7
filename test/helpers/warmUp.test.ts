// What warms a stage before it is forked: rounds over the sample, in folders of its own, that are gone afterwards.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from '../../helpers/stages/parse/parse.ts'
import { SAMPLE_MESSAGE } from '../../helpers/stages/parse/sample.ts'
import { warmUp } from '../../helpers/warmUp.ts'
import { done } from '../../protocol/refusal.ts'
import type { Each } from '../../helpers/eachTask.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'twin-warm-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (messages: number) => ({
  type: 'zygote' as const,
  messages,
  schemas: { message: null },
  seconds: 60,
  now: 1,
  config: null,
})
const sample = { raw: { 'raw.eml': SAMPLE_MESSAGE } }

/** Counts the rounds, each in an empty folder. */
function counted(): { rounds: () => number; each: Each } {
  let rounds = 0
  return {
    rounds: () => rounds,
    each: async (task, tools) => {
      rounds++
      expect(readdirSync(task.outputs['message'] ?? '')).toEqual([])
      return parse(task, tools)
    },
  }
}

test('warming does the sample as often as pays, and never oftener than there are messages', async () => {
  const [few, some, many] = [counted(), counted(), counted()]
  await warmUp({ each: few.each, sample, start: start(7), folder })
  await warmUp({ each: some.each, sample, start: start(8), folder })
  await warmUp({ each: many.each, sample, start: start(50_000), folder })
  expect([few.rounds(), some.rounds(), many.rounds()]).toEqual([0, 8, 30])
})

test('warming leaves nothing in the work folder and touches nothing there', async () => {
  writeFileSync(join(folder, 'kept'), 'as it was')
  await warmUp({ each: parse, sample, start: start(8), folder })
  expect(readdirSync(folder)).toEqual(['kept'])
  expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('as it was')
})

test('warming that throws leaves nothing in the work folder either', async () => {
  const each: Each = () => {
    throw new Error('no')
  }
  await expect(warmUp({ each, sample, start: start(8), folder })).rejects.toThrow('no')
  expect(existsSync(folder) && readdirSync(folder)).toEqual([])
})

test('the sample of parse is read whole: every form in it is taken apart', async () => {
  let seen: unknown
  const each: Each = async (task, tools) => {
    const result = await parse(task, tools)
    seen = JSON.parse(readFileSync(join(task.outputs['message'] ?? '', 'envelope.json'), 'utf8'))
    return result.ok ? done([]) : result
  }
  await warmUp({ each, sample, start: start(8), folder })
  expect(seen).toMatchObject({
    subject: 'Änderung of the meeting',
    from: [{ address: 'kim@example.org', name: 'Kim Löwe' }],
    attachments: [{ file: 'notes.txt' }],
    problems: [],
  })
})
