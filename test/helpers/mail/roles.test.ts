// What a mailbox is for, by the bits of .mboxCache.plist first and by name then.
import { describe, expect, it } from 'vitest'
import { isPlainInbox, roleOf, roleOfBits } from '../../../helpers/mail/roles.ts'

describe('roleOfBits', () => {
  it('tells each role whether or not the base bit is set', () => {
    const bits = { sent: 0x8000, drafts: 0x1000, trash: 0x10000, junk: 0x4000 }
    for (const [role, bit] of Object.entries(bits)) {
      expect(roleOfBits(bit)).toBe(role)
      expect(roleOfBits(bit | 0x40)).toBe(role)
    }
  })
  it('tells no role by the base bit, by none and by what is no number of bits', () => {
    for (const bits of [0, 0x40, Number.NaN, Number.POSITIVE_INFINITY, -1.5])
      expect(roleOfBits(bits)).not.toBe('sent')
    expect(roleOfBits(0)).toBeUndefined()
    expect(roleOfBits(0x40)).toBeUndefined()
  })
  it('reads bits beyond 32', () => {
    expect(roleOfBits(2 ** 40 + 0x8000)).toBe('sent')
  })
})

describe('roleOf', () => {
  it('prefers the bits to the name', () => {
    expect(roleOf(['Sent'], 0x4000)).toBe('junk')
    expect(roleOf(['Projekte'], 0x8040)).toBe('sent')
    expect(roleOf(['Archive', 'Sent'], 0x440)).toBe('other')
  })
  it('tells a role by name in many languages and in any case', () => {
    for (const name of [
      'Sent Items',
      'SENT MESSAGES',
      'Gesendete Elemente',
      'Éléments envoyés',
      'Enviados',
      '已发送',
      '送信済み',
    ])
      expect(roleOf(['x', name], undefined), name).toBe('sent')
    expect(roleOf(['E\u0301le\u0301ments envoye\u0301s'], 0x40)).toBe('sent')
    expect(roleOf(['Entwürfe'], undefined)).toBe('drafts')
    expect(roleOf(['Deleted Items'], undefined)).toBe('trash')
    expect(roleOf(['[Gmail]', 'Spam'], undefined)).toBe('junk')
  })
  it('takes only the whole last name', () => {
    for (const path of [['Sentinel'], ['Sent', '2024'], ['Not Sent'], ['Absent']])
      expect(roleOf(path, undefined)).toBeNull()
  })
  it('takes no nested mailbox for the inbox', () => {
    expect(roleOf(['INBOX'], 0x40)).toBe('inbox')
    expect(roleOf(['inbox'], undefined)).toBe('inbox')
    expect(roleOf(['Posteingang'], undefined)).toBe('inbox')
    expect(roleOf(['Agent', 'INBOX'], undefined)).toBeNull()
    expect(roleOf([], undefined)).toBeNull()
  })
})

describe('isPlainInbox', () => {
  it('knows the fixed name alone', () => {
    expect([['INBOX'], ['Inbox'], ['Posteingang'], ['a', 'INBOX'], []].map(isPlainInbox)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
