// The menu in the three programs that show it: whatever a subject, a sender, a job or an agent says, it is a text there. Relies on
// parsers.ts, which is written from the formats of the three.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { menuLines, menuWithout } from '../../cli/menu/menuLines.ts'
import type { Menu, MenuDecision } from '../../protocol/menu.ts'
import { HOSTILE } from './hostileTexts.ts'
import { argos, clickOf, type Item, type Parser, swiftBar, xbar } from './parsers.ts'

const PARSERS: readonly (readonly [string, Parser])[] = [
  ['SwiftBar', swiftBar],
  ['xbar', xbar],
  ['Argos', argos],
]
const PROGRAM = ['/opt/node/bin/node', '/opt/twin/dist/twin.cjs'] as const
const place = { program: PROGRAM, clock: () => '30 Nov, 05:25' }
const ID = `p_${'a'.repeat(26)}`
const DIGEST = '0123456789abcdef'.repeat(4)

const decision = (text: string, parts: Partial<MenuDecision> = {}): MenuDecision => ({
  ids: [ID],
  digest: DIGEST,
  risk: 'low',
  mayApprove: true,
  proposer: text,
  sentence: text,
  facts: [{ name: text, value: text }],
  moreFacts: 1,
  expires: 0,
  ...parts,
})
/** A menu in which every text is `text`. */
const menuOf = (text: string): Menu => ({
  problem: text,
  brief: { made: 0, items: 1, first: [{ score: 9, subject: text, from: text }] },
  failed: { jobs: [{ name: text, why: text }], more: 1 },
  pending: {
    decisions: [decision(text), decision(text, { risk: 'high', mayApprove: false })],
    more: 1,
    proposals: 3,
  },
})
const print = (menu: Menu): string => `${menuLines(menu, place).join('\n')}\n`

/** What the lines of every menu may do at most: the clicks that twin made, and nothing by a text. */
function judge(parser: Parser, output: string): readonly Item[] {
  const { header, body } = parser(output)
  expect(header).toHaveLength(1)
  expect(body[0]?.isLine).toBe(true)
  for (const item of [...header, ...body]) {
    expect(item.does).toEqual([])
    expect(item.level).toBeLessThanOrEqual(1)
    const click = clickOf(item)
    if (!click) continue
    expect(click.program).toBe(PROGRAM[0])
    expect(click.words.slice(0, 2)).toEqual([PROGRAM[1], 'menu'])
    expect(click.words.slice(2)).toEqual([expect.stringMatching(/^(?:approve|refuse)$/), ID, DIGEST])
    expect(click.terminal).toBe(false)
    expect(item.title).toMatch(/^(?:Approve|Refuse)$/)
  }
  return body
}

/** The menu without the lines over which a long sentence goes on in its submenu. */
const frame = (body: readonly Item[]) =>
  body
    .filter(item => item.level === 0 || clickOf(item))
    .map(({ level, isLine, params }) => [level, isLine, params.get('bash')])

describe.each(PARSERS)('a menu in %s', (_name, parser) => {
  test.each(Object.entries(HOSTILE))('shows %s as a text and nothing more', (_attack, text) => {
    const body = judge(parser, print(menuOf(text)))
    expect(body.filter(item => clickOf(item))).toHaveLength(3)
    expect(frame(body)).toEqual(frame(judge(parser, print(menuOf('harmless')))))
  })

  test('has the same form whatever its texts are', () => {
    const shape = (text: string) => frame(judge(parser, print(menuOf(text))))
    const usual = shape('harmless')
    const parts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        ...Object.values(HOSTILE),
        '|',
        '--',
        '\\',
        ':a:',
        '\n',
        '\u2028',
        '"',
        "'",
        '=',
        ' ',
        '\u0338',
      ),
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), texts => {
        expect(shape(texts.join(''))).toEqual(usual)
      }),
    )
  })

  test('approves only what twind says may be approved, by an opaque id and a digest', () => {
    const clicks = judge(parser, print(menuOf('x'))).flatMap(item => clickOf(item)?.words.slice(2) ?? [])
    expect(clicks).toEqual(['approve', ID, DIGEST, 'refuse', ID, DIGEST, 'refuse', ID, DIGEST])
    expect(print(menuOf('x'))).toContain(`approve in a terminal∶ twin proposals approve ${ID}`)
  })
})

describe('the same texts with nothing done about them', () => {
  const naive = (text: string): string => `twin\n---\n${text}\n`
  const acts = (parser: Parser, text: string): boolean => {
    try {
      const { header, body } = parser(naive(text))
      return (
        header.length !== 1 ||
        body.length !== 2 ||
        body.some(item => clickOf(item) !== undefined || item.does.length > 0 || item.level > 0) ||
        body.slice(1).some(item => item.isLine)
      )
    } catch {
      return true
    }
  }

  test('a subject becomes a command that a click runs in all three', () => {
    for (const [, parser] of PARSERS) {
      const item = parser(naive(HOSTILE['a command'] ?? '')).body[1]
      expect(item && clickOf(item)).toEqual({
        program: '/bin/sh',
        words: ['-c', 'touch /tmp/owned'],
        terminal: false,
      })
    }
  })

  test('a subject with a bar ends the whole menu of xbar', () => {
    expect(() => xbar(naive('Lunch | dinner'))).toThrow('missing equals')
  })

  test('a switch that only SwiftBar knows ends the whole menu of xbar', () => {
    expect(() => xbar('twin\n---\nx | symbolize=false\n')).toThrow('unknown parameter')
  })

  test.each([
    [
      'SwiftBar',
      swiftBar,
      ['a new line', 'a line separator', 'a next line', 'a submenu', 'a symbol', 'a link', 'a hotkey'],
    ],
    [
      'xbar',
      xbar,
      [
        'a new line',
        'a submenu',
        'an escape as text',
        'a symbol',
        'a link',
        'a wrong boolean',
        'odd nesting',
      ],
    ],
    [
      'Argos',
      argos,
      ['a new line', 'a submenu', 'Pango markup', 'an Argos eval', 'a symbol', 'an escape as text'],
    ],
  ] as const)('each of its attacks acts in %s', (_name, parser, attacks) => {
    expect(attacks.filter(attack => !acts(parser, HOSTILE[attack] ?? ''))).toEqual([])
  })
})

describe('what the menu says', () => {
  const quiet: Menu = {
    problem: null,
    brief: null,
    failed: { jobs: [], more: 0 },
    pending: { decisions: [], more: 0, proposals: 0 },
  }

  test('a menu with nothing to say says that nothing waits', () => {
    expect(menuLines(quiet, place).map(line => line.split(' | ')[0])).toEqual([
      'twin',
      '---',
      'Nothing waits for you',
    ])
  })

  test('the title counts what waits and marks what is wrong', () => {
    const pending = { decisions: [decision('x')], more: 0, proposals: 1 }
    expect(menuLines({ ...quiet, pending }, place)[0]).toMatch(/^twin 1 \|/)
    expect(menuLines({ ...quiet, problem: 'x' }, place)[0]).toMatch(/^twin ⚠ \|/)
  })

  test('a batch is one decision that names how many it covers', () => {
    const ids = [ID, `p_${'b'.repeat(26)}`]
    const pending = { decisions: [decision('Runs x.', { ids })], more: 0, proposals: 2 }
    const lines = menuLines({ ...quiet, pending }, place)
    expect(lines.join('\n')).toContain('2 × Runs x.')
    expect(lines.join('\n')).toContain('--Approve all 2 |')
    const risky = { decisions: [decision('Runs x.', { ids, mayApprove: false })], more: 0, proposals: 2 }
    const said = menuLines({ ...quiet, pending: risky }, place).join('\n')
    expect(said).toContain('approve in a terminal∶ twin proposals |')
    expect(said).not.toContain('approve p_')
  })

  test('a menu whose program cannot be written down tells the commands instead', () => {
    const pending = { decisions: [decision('x')], more: 0, proposals: 1 }
    const output = menuLines({ ...quiet, pending }, { ...place, program: null }).join('\n')
    expect(output).not.toContain('bash=')
    expect(output).toContain(`twin proposals refuse ${ID}`)
  })

  test.each(PARSERS)('the menu without a twind is a menu that says so in %s', (_name, parser) => {
    const { header, body } = parser(`${menuWithout('it does not run').join('\n')}\n`)
    expect(header.map(({ title }) => title)).toEqual(['twin –'])
    expect(body.map(({ title }) => title).join(' ')).toContain('it does not run')
    expect(body.some(item => clickOf(item))).toBe(false)
  })

  test('a sentence longer than a line is whole in the submenu', () => {
    const sentence = `Runs ${'"word" '.repeat(60)}end.`
    const pending = { decisions: [decision(sentence)], more: 0, proposals: 1 }
    const lines = menuLines({ ...quiet, pending }, place).filter(line => /^--[^-]/.test(line))
    const shown = lines.map(line => line.slice(2).split(' | ')[0] ?? '')
    expect(shown.map(line => line.replace(/^↳ /, '')).join(' ')).toContain(sentence)
  })

  test('no further line of a long argument passes for a line of twin', () => {
    const forged = `low risk, from cli, until 30 Nov, 05:25 ${'x'.repeat(70)}`
    const facts = [{ name: 'a', value: `${'y'.repeat(74)} ${forged}` }]
    const pending = { decisions: [decision('Runs x.', { risk: 'high', facts })], more: 0, proposals: 1 }
    const lines = menuLines({ ...quiet, pending }, place)
    expect(lines.filter(line => line.startsWith('--↳ low risk'))).toHaveLength(1)
    expect(lines.filter(line => line.startsWith('--low risk'))).toEqual([])
    expect(lines.filter(line => line.startsWith('--high risk'))).toHaveLength(1)
  })

  test('an item names its whole address before anything that its sender wrote', () => {
    const subject = 'Hi” boss@example.org “'
    const brief = { made: 0, items: 1, first: [{ score: 9, subject, from: 'eve@example.net' }] }
    expect(menuLines({ ...quiet, brief }, place).join('\n')).toContain('\n9 · eve@example.net “Hi”')
  })
})
