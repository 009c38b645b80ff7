// How an account gets its name: by its own row, by its ancestors, or not at all.
import { describe, expect, it } from 'vitest'
import { accountNames, type AccountRow, isAddress } from '../../../helpers/mail/accountNames.ts'

const row = (key: number, more: Partial<AccountRow> = {}): AccountRow => ({
  key: BigInt(key),
  parent: undefined,
  identifier: `ID-${key}`,
  description: '',
  username: '',
  whole: true,
  addresses: [],
  ...more,
})
const label = (rows: AccountRow[], scheme = 'imap', host = 'ID-1') => accountNames(rows)(scheme, host).label

describe('accountNames', () => {
  it('takes the name and the address of the row itself', () => {
    expect(label([row(1, { description: 'Work', username: 'ann@work.test' })])).toBe('Work (ann@work.test)')
    expect(label([row(1, { description: ' Work ' })])).toBe('Work')
    expect(label([row(1, { username: 'ann@work.test' })])).toBe('ann@work.test')
  })
  it('takes the name of an ancestor where the row has none', () => {
    const rows = [row(1, { parent: 2n }), row(2, { description: 'Google', username: 'ann@gmail.test' })]
    expect(label(rows)).toBe('Google (ann@gmail.test)')
  })
  it('lists every name and address of the chain once, own first', () => {
    const rows = [
      row(1, { parent: 2n, description: 'Mine', username: 'a@x.test' }),
      row(2, { description: 'MINE', username: 'b@x.test' }),
    ]
    expect(label(rows)).toBe('Mine (a@x.test, b@x.test)')
  })
  it('does not repeat an address that is also the name', () => {
    expect(label([row(1, { description: 'a@x.test', username: 'A@x.test' })])).toBe('a@x.test')
  })
  it('climbs five hops and not six', () => {
    const chain = (hops: number) =>
      Array.from({ length: hops + 1 }, (_, i) =>
        row(i + 1, i === hops ? { description: 'Top' } : { parent: BigInt(i + 2) }),
      )
    expect(label(chain(5))).toBe('Top')
    expect(label(chain(6))).toBe('')
  })
  it('names nothing where a name of the chain was cut or an ancestor lies beyond the cap', () => {
    const work = row(1, { description: 'Work', parent: 2n })
    expect(label([work, row(2, { description: 'Home' })])).toBe('Work, Home')
    expect(label([work, row(2, { description: 'Home', whole: false })])).toBe('')
    const chain = Array.from({ length: 7 }, (_, i) =>
      row(i + 1, { description: 'Work', parent: BigInt(i + 2) }),
    )
    expect(label(chain.slice(0, 6))).toBe('Work')
    expect(label(chain)).toBe('')
  })
  it('ends at a cycle of parents, at itself as parent and at a parent that is missing', () => {
    expect(label([row(1, { parent: 2n }), row(2, { parent: 1n })])).toBe('')
    expect(label([row(1, { parent: 1n, description: 'Loop' })])).toBe('Loop')
    expect(label([row(1, { parent: 99n })])).toBe('')
  })
  it('names nothing that has no row, but a local store by its scheme', () => {
    expect(label([row(1)], 'imap', 'ELSE')).toBe('')
    expect(label([row(1)], 'local', 'ELSE')).toBe('local')
    expect(label([row(1, { description: 'On My Mac' })], 'local')).toBe('On My Mac')
  })
  it('names nothing by an identifier that two rows claim', () => {
    const rows = [row(1, { description: 'Work' }), row(2, { identifier: 'ID-1', description: 'Home' })]
    expect(label(rows)).toBe('')
  })
  it('compares the host of the URL without case', () => {
    expect(label([row(1, { identifier: 'ABC-1', description: 'Work' })], 'imap', 'abc-1')).toBe('Work')
  })
  it('collects the own addresses of the chain and nothing that is no address', () => {
    const rows = [
      row(1, { parent: 2n, username: 'ann', addresses: ['alias@x.test', 'no address'] }),
      row(2, { username: ' ann@x.test ' }),
    ]
    expect(accountNames(rows)('imap', 'ID-1').own).toEqual(['alias@x.test', 'ann@x.test'])
  })
})

describe('isAddress', () => {
  it('wants text around one at sign', () => {
    expect(isAddress('a@b')).toBe(true)
    for (const text of ['', '@', 'a@', '@b', 'a b@c', 'a@b@c', `${'a'.repeat(201)}@b`])
      expect(isAddress(text)).toBe(false)
  })
})
