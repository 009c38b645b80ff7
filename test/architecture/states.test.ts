// ARCHITECTURE.md prints the states of a proposal, of a job and of the audit log, and the places of all state; here each is
// compared with the table that the code keeps, or that the tests of the behaviour iterate.
import { expect, test } from 'vitest'
import { SPOOL_STATES } from '../../daemon/spool/spoolStates.ts'
import { EVENTS } from '../../protocol/auditRecord.ts'
import { JobRunShape } from '../../protocol/jobShown.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { CRASH_STATES } from '../daemon/audit/crashStates.ts'
import { quoted, section, table } from './markdown.ts'
import { sources } from './sources.ts'
import { titlesOf } from './titles.ts'

/** Parsed here: a test has no time for it on a busy machine. */
const CODE = sources()

test('the states of a proposal in ARCHITECTURE.md are those that the tests of the spool iterate', () => {
  const listed = table('ARCHITECTURE.md', 'States of a proposal')
  const rows = SPOOL_STATES.map(({ state, leavesBy, to, crash, recovered }) => [
    `\`${state}\``,
    leavesBy,
    to.join(', ') || '–',
    crash,
    recovered.join(', '),
  ])
  expect(listed).toEqual(rows)
})

test('the states of the audit log in ARCHITECTURE.md are those that its tests iterate', () => {
  const listed = table('ARCHITECTURE.md', 'States of the audit log')
  expect(listed).toEqual(CRASH_STATES.map(({ found, from, mended }) => [found, from, mended]))
})

test('the events of the audit log in ARCHITECTURE.md are those of the protocol', () => {
  const [line = ''] = section('ARCHITECTURE.md', 'States of the audit log')
    .split('\n\n')
    .filter(paragraph => paragraph.startsWith('Events:'))
  expect(quoted(line)).toEqual([...EVENTS])
})

test('each state of a job in ARCHITECTURE.md is one in which its tests kill twind, in their words', () => {
  const said = table('ARCHITECTURE.md', 'States of a job').map(cells => cells.at(-1) ?? '')
  const file = CODE.find(({ path }) => path === 'test/daemon/jobs/killedJob.test.ts')
  const titles = file ? titlesOf(file).map(({ text }) => text) : []
  const killed = titles.filter(title => /: .*(?:again|next start)$/.test(title))
  expect(killed.length).toBeGreaterThan(4)
  expect(said.toSorted()).toEqual(killed.toSorted())
})

test('the outcomes of a job in ARCHITECTURE.md are those of the protocol', () => {
  const [line = ''] = section('ARCHITECTURE.md', 'States of a job')
    .split('\n\n')
    .filter(paragraph => paragraph.startsWith('Outcomes:'))
  const outcomes = JobRunShape.shape.outcome.def.innerType.options
  expect(quoted(line)).toEqual([...outcomes])
})

test('every place of state stands in ARCHITECTURE.md', () => {
  const paths = Object.values(pathsOf({ TWIN_HOME: '/t' })).map(path => path.replace(/^\/t\/?/, ''))
  const listed = table('ARCHITECTURE.md', 'Configuration and state').flatMap(([path = '']) => quoted(path))
  const missing = paths.filter(
    path =>
      path !== '' &&
      path !== 'state' &&
      !listed.some(one => one === path || one.startsWith(`${path}/`) || one.startsWith(`${path}.`)),
  )
  expect(missing).toEqual([])
})
