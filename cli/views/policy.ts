// What policy.toml allows, as lines: what is done first, what is refused last. Relies on protocol/policyShown.ts.
import * as z from 'zod/mini'
import { type Grant, GRANTS } from '../../protocol/capability.ts'
import { type CapabilityShown, PolicyShown } from '../../protocol/policyShown.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import type { View } from './view.ts'

/** What is in force; where a file is broken, what is wrong with it first. */
export const policyShown: View = (output, { columns }) => {
  const { version, problem, capabilities } = z.parse(PolicyShown, output)
  const sorted = GRANTS.flatMap(grant => capabilities.filter(one => one.grant === grant))
  return {
    lines: [
      ...(problem === null ? [] : brokenLines(problem)),
      ...table(
        ['capability', 'grant', { wrapped: 'what that means, and why' }],
        sorted.map(one => [one.capability, one.grant, meaningOf(one)]),
        columns,
      ),
      [''],
      ['policy.toml is the ceiling over everything else that could allow a change.'],
      [`In force: SHA-256 ${version.slice(0, SHOWN)}…`],
    ],
  }
}
/** Characters of the digest that tell two files apart for a person. */
const SHOWN = 16

const brokenLines = (problem: string): Line[] => [
  [styled('bad', `A file cannot be understood: ${problem}.`)],
  ['The last good one is in force, and nothing is changed.'],
  [''],
]

const MEANING: Record<Grant, string> = {
  auto: 'done when asked',
  propose: 'done once you have approved it',
  never: 'refused',
}

const meaningOf = ({ grant, why, atMostPropose }: CapabilityShown): string =>
  [
    MEANING[grant],
    why === 'listed' ? '' : ': policy.toml does not list it',
    atMostPropose ? ', and at most "propose": it cannot be undone or leaves this machine' : '',
  ].join('')
