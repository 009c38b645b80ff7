// Whose mail a caller may see: agents by the workspaces of `[mcp]`, people everything in scope, and nobody learns what lies
// outside. Relies on nothing.
import { describe, expect, test } from 'vitest'
import { narrowing, requireAccount } from '../../../daemon/gate/narrowing.ts'
import { type WorkspaceRemark, workspaceRemarks, workspacesOf } from '../../../daemon/gate/workspaces.ts'
import type { Channel } from '../../../protocol/door.ts'
import { CALLERS, configOf } from './gateWorld.ts'

const { agent, terminal, pipe, page, menu, twind } = CALLERS
const LABELS = ['Work ann@work.example', 'Family ann@home.example', 'Club ann@club.example']
const [WORK = '', FAMILY = '', CLUB = ''] = LABELS
const SCOPE = '[mail]\naccounts = ["ann@"]\nexclude = ["Secret"]\n'
const HOME = '[workspaces.home]\naccounts = ["family"]\n'
const seen = (toml: string, caller: Channel = agent): string[] =>
  [...LABELS, 'Secret ann@secret.example', 'Foreign bob@x.example', ''].filter(label =>
    narrowing(caller, configOf(SCOPE + toml)).allows(label),
  )

describe('workspaces', () => {
  test.each([
    ['a fresh install', '', LABELS],
    ['a workspace that takes its account out of the default', HOME, [WORK, CLUB]],
    ['the workspace alone', `${HOME}[mcp]\nworkspaces = ["home"]`, [FAMILY]],
    ['both', `${HOME}[mcp]\nworkspaces = ["home", "default"]`, LABELS],
    ['an empty list, which means all', `${HOME}[mcp]\nworkspaces = []`, LABELS],
    ['a name that is none, which matches nothing', `${HOME}[mcp]\nworkspaces = ["hmoe"]`, []],
    ['a name of JavaScript’s own', `${HOME}[mcp]\nworkspaces = ["constructor"]`, []],
    ['a workspace without accounts', '[workspaces.none]\n[mcp]\nworkspaces = ["none"]', []],
    [
      'a default that names accounts as well',
      '[workspaces.default]\naccounts = ["work"]\n' + HOME,
      [WORK, CLUB],
    ],
    [
      'a workspace of accounts out of scope',
      '[workspaces.x]\naccounts = ["Secret", "bob"]\n[mcp]\nworkspaces = ["x"]',
      [],
    ],
    [
      'an account in two workspaces',
      `${HOME}[workspaces.all]\naccounts = ["ann"]\n[mcp]\nworkspaces = ["home"]`,
      [FAMILY],
    ],
  ])('an agent sees, with %s, exactly what its workspaces hold', (_, toml, labels) => {
    expect(seen(toml)).toEqual(labels)
  })

  const OWN = '[accounts.own]\nadapter = "maildir"\npath = "/mail"\n'
  test.each([
    ['no workspace names it', OWN, true],
    [
      'a workspace of this caller names it',
      `${OWN}[workspaces.x]\naccounts = ["own"]\n[mcp]\nworkspaces = ["x"]`,
      true,
    ],
    ['another workspace names it', `${OWN}[workspaces.x]\naccounts = ["own"]`, false],
    ['its table is not there any more', '', false],
  ])('an account with a table of its own is seen as its workspaces say: %s', (_, toml, isSeen) => {
    expect(narrowing(agent, configOf(SCOPE + toml)).allows('own')).toBe(isSeen)
    expect(narrowing(terminal, configOf(SCOPE + toml)).allows('own')).toBe(toml.includes(OWN))
  })

  test.each([terminal, pipe, page, menu, twind])(
    'a person at %j is not narrowed, and sees nothing out of scope',
    caller => {
      expect(narrowing(caller, configOf(SCOPE + HOME)).workspaces).toBeNull()
      expect(seen(`${HOME}[mcp]\nworkspaces = ["none"]`, caller)).toEqual(LABELS)
    },
  )

  test('an agent is told the listed names, or that nothing narrows it', () => {
    expect(narrowing(agent, configOf(`${HOME}[mcp]\nworkspaces = ["home"]`)).workspaces).toEqual(['home'])
    expect(narrowing(agent, configOf('[mcp]\nworkspaces = []')).workspaces).toBeNull()
  })

  test('workspacesOf puts an account that no workspace names into the default', () => {
    const config = configOf(`${HOME}[workspaces.mine]\naccounts = ["ann@home"]`)
    expect(workspacesOf(FAMILY, config)).toEqual(['home', 'mine'])
    expect(workspacesOf(WORK, config)).toEqual(['default'])
  })

  test.each<[string, string, readonly WorkspaceRemark[]]>([
    ['of a fresh install', '', []],
    ['of names that are declared', `${HOME}[mcp]\nworkspaces = ["default", "home"]`, []],
    [
      'of an empty list',
      '[mcp]\nworkspaces = []',
      [
        {
          severity: 'warning',
          text: 'mcp.workspaces is empty: agents may be shown the mail of every account in scope',
        },
      ],
    ],
    [
      'of a name that is none',
      `${HOME}[mcp]\nworkspaces = ["home", "toString"]`,
      [
        {
          severity: 'error',
          text: 'mcp.workspaces names the workspace "toString", which no [workspaces] table declares',
        },
      ],
    ],
  ])('workspaceRemarks says %s what there is to say', (_, toml, remarks) => {
    expect(workspaceRemarks(configOf(toml))).toEqual(remarks)
  })
})

describe('requireAccount', () => {
  const asked = (caller: Channel, named: string | undefined, toml = HOME) =>
    requireAccount(narrowing(caller, configOf(SCOPE + toml)), { named, inScope: LABELS })
  const saying = (result: ReturnType<typeof asked>) => (result.ok ? result.value : result.refusal.wanted)

  test('an account that the caller may see is found by words of its label, whatever their case', () => {
    expect(saying(asked(agent, 'WORK'))).toEqual([WORK])
    expect(saying(asked(agent, 'ann@'))).toEqual([WORK, CLUB])
    expect(saying(asked(terminal, 'family'))).toEqual([FAMILY])
  })

  test('an account outside is refused in the very words of one that does not exist', () => {
    const outside = asked(agent, 'family')
    expect(outside.ok).toBe(false)
    expect(outside).toEqual(asked(agent, 'no such account'))
    expect(asked(agent, 'ann@secret.example')).toEqual(outside)
    expect(asked(agent, '')).toEqual(outside)
    expect(asked(agent, ' ')).toEqual(outside)
    expect(JSON.stringify(outside)).not.toMatch(/family|home/i)
  })

  test('a call across accounts that names none is refused where the caller may not see them all', () => {
    const refusal = asked(agent, undefined)
    expect(refusal.ok).toBe(false)
    expect(saying(refusal)).toBe('name an account in scope')
    expect(saying(asked(agent, undefined, `${HOME}[mcp]\nworkspaces = ["hmoe"]`))).toBe(
      'name an account in scope',
    )
  })

  test.each(['', `${HOME}[mcp]\nworkspaces = ["home", "default"]`, `${HOME}[mcp]\nworkspaces = []`])(
    'a call across accounts covers them all where the list does: %j',
    toml => {
      expect(saying(asked(agent, undefined, toml))).toEqual(LABELS)
    },
  )

  test('a person names no account and gets them all', () => {
    expect(saying(asked(terminal, undefined, `${HOME}[mcp]\nworkspaces = ["home"]`))).toEqual(LABELS)
  })
})
