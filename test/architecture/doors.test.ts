// ARCHITECTURE.md says which doors there are, where each is, and what a caller there can say yes to; here the table is compared
// with the functions that decide it. Relies on the words of its last three columns being the ones below.
import { expect, test } from 'vitest'
import { mayApprove } from '../../daemon/gate/approval.ts'
import { decide } from '../../daemon/gate/decide.ts'
import { parseConfig } from '../../protocol/config.ts'
import { DOORS, PERSON } from '../../protocol/door.ts'
import { pathsOf, socketOf } from '../../protocol/paths.ts'
import { quoted, table } from './markdown.ts'

const ROWS = table('ARCHITECTURE.md', 'Doors').map(([door = '', who = '', place = '', ...rest]) => ({
  door: quoted(door)[0] ?? '',
  who,
  place: quoted(place)[0] ?? '',
  confirms: rest[0] ?? '',
  low: rest[1] ?? '',
  high: rest[2] ?? '',
}))
const STATE = '/home/ann/.local/state/twin'

test('the doors of ARCHITECTURE.md are the doors of the protocol', () => {
  expect(ROWS.map(({ door }) => door)).toEqual([...DOORS])
})

test('the socket of each door lies where ARCHITECTURE.md says', () => {
  const paths = pathsOf({ HOME: '/home/ann' })
  const sockets = (['cli', 'menubar', 'mcp'] as const).map(door => [
    door,
    socketOf(paths, door, 'NAME').replace(`${STATE}/`, 'state/'),
  ])
  const listed = ROWS.filter(({ place }) => place.startsWith('state/')).map(({ door, place }) => [
    door,
    place,
  ])
  expect(listed.sort()).toEqual(sockets.sort())
})

test('a caller is a person where ARCHITECTURE.md says so', () => {
  const people = ROWS.filter(({ who }) => who.startsWith('a person')).map(({ door }) => door)
  expect(people).toEqual([...PERSON])
})

test('whoever can confirm at a door is who ARCHITECTURE.md says', () => {
  const change = { class: 'mutate', grant: 'auto', problem: null, token: 'none', approves: false } as const
  for (const door of DOORS) {
    const decided = decide({ ...change, door, confirm: true })
    const said = ROWS.find(row => row.door === door)?.confirms
    expect([door, said]).toEqual([door, decided.ok && decided.value === 'run' ? 'yes' : 'no'])
  }
})

/** The only words that the columns of risk may hold, and what they mean. */
const WORDS: Record<string, (terminal: boolean, approve: boolean) => boolean> = {
  yes: () => true,
  no: () => false,
  'with a terminal': terminal => terminal,
  'where `[ui] approve` is true': (_, approve) => approve,
}

const SITUATIONS = ROWS.flatMap(row =>
  (['low', 'high'] as const).flatMap(risk =>
    [true, false].flatMap(terminal => [true, false].map(approve => ({ row, risk, terminal, approve }))),
  ),
)

test('what a door may approve, by risk, is what ARCHITECTURE.md says', () => {
  for (const { row, risk, terminal, approve } of SITUATIONS) {
    const config = parseConfig(`[ui]\napprove = ${approve}`)
    const door = DOORS.find(one => one === row.door)
    const says = WORDS[row[risk]]
    if (!config.ok || !door || !says) throw new Error(`Cannot read the row of ${row.door}`)
    const channel = { door, agent: door === 'mcp' ? 'claude' : null, terminal: terminal && door === 'cli' }
    expect([door, risk, terminal, approve, mayApprove(channel, risk, config.value)]).toEqual([
      door,
      risk,
      terminal,
      approve,
      says(channel.terminal, approve),
    ])
  }
})
