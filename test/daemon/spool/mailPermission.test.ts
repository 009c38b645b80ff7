// What policy.toml says of a change of mail, by who proposes it and what the run's own rules say. Pure.
import { describe, expect, test } from 'vitest'
import { mailPermission } from '../../../daemon/spool/mailPermission.ts'
import { VERBS } from '../../../protocol/adapter.ts'
import { parseConfig } from '../../../protocol/config.ts'
import type { MailChange } from '../../../protocol/mailChange.ts'
import { capabilityOf, isReversible } from '../../../protocol/mailVerbs.ts'
import { change, HOME, policyWith } from './mailSite.ts'
import { codeOf, valueOf } from './site.ts'

const config = valueOf(parseConfig(HOME))
const UNDOES = { undoes: 'p_aaaaaaaaaaaaaaaaaaaaaaaaaa' }
const of = (proposer: string, changes: Partial<MailChange>, grants: Readonly<Record<string, string>>) =>
  mailPermission({ config, policy: policyWith(grants) }, { proposer, change: change('1', changes) })

describe('mailPermission', () => {
  test.each([
    ['auto', 'auto', 'auto'],
    ['auto', 'person', 'propose'],
    ['propose', 'auto', 'propose'],
    ['propose', 'person', 'propose'],
    ['never', 'auto', 'never'],
    ['never', 'person', 'never'],
  ] as const)('of "%s" where the run says "%s" is "%s"', (grant, ask, wanted) => {
    expect(valueOf(of('run:receipts', { ask }, { 'mail.collection': grant }))).toBe(wanted)
  })
  test('is never where policy.toml does not name the capability, and each verb has its own', () => {
    expect(valueOf(of('run:receipts', {}, { 'mail.flag': 'auto', 'mail.trash': 'auto' }))).toBe('never')
    expect(new Set(VERBS.map(capabilityOf)).size).toBe(6)
    expect(VERBS.filter(isReversible)).toEqual([
      'collection.add',
      'collection.remove',
      'flag.add',
      'flag.remove',
    ])
  })
  test.each([
    ['run:receipts', {}, 'ok'],
    ['cli', UNDOES, 'ok'],
    ['cli', {}, 'denied'],
    ['menubar', UNDOES, 'denied'],
    ['ui', UNDOES, 'denied'],
    ['internal', UNDOES, 'denied'],
    ['agent:claude', UNDOES, 'denied'],
    ['agent:claude', {}, 'denied'],
  ] as const)('for %s with %j is %s', (proposer, changes, code) => {
    expect(codeOf(of(proposer, changes, { 'mail.collection': 'auto' }))).toBe(code)
  })
  test.each<[string, Partial<MailChange>, string]>([
    ['an account that is not there', { account: 'work' }, 'denied'],
    ['no message', { message: null }, 'bad-request'],
    ['no target', { to: null }, 'bad-request'],
    ['a target of a verb that has none', { verb: 'trash' }, 'bad-request'],
    ['a draft with a message', { verb: 'draft', to: null }, 'bad-request'],
    ['a draft without a text', { verb: 'draft', to: null, message: null }, 'bad-request'],
    ['a text of a verb that has none', { draft: { flags: [], raw: '' } }, 'bad-request'],
    ['the flag trashed', { verb: 'flag.add', to: 'trashed' }, 'bad-request'],
    ['the flag trashed that is taken away', { verb: 'flag.remove', to: 'trashed' }, 'bad-request'],
    [
      'the flag trashed that is set to take something back',
      { verb: 'flag.add', to: 'trashed', ...UNDOES },
      'bad-request',
    ],
  ])('refuses a change with %s', (_, changes, code) => {
    const grants = Object.fromEntries(VERBS.map(verb => [capabilityOf(verb), 'propose']))
    expect(codeOf(of('run:receipts', changes, grants))).toBe(code)
  })
})
