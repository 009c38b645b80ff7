// collect on the store that holds every awkward row: what is handed out, what is left out and counted, and for whom. The fixture
// is traceable to the reference; expectations here are by its labels.
import { afterAll, describe, expect, it } from 'vitest'
import type { Layout } from '../../../demo/storeSpec.ts'
import { storePaths } from '../../../demo/storePaths.ts'
import { openDatabase } from '../../../demo/store/database.ts'
import type { Envelope as EnvelopeType } from '../../../protocol/envelope.ts'
import * as cap from '../../../protocol/limits.ts'
import { CollectAnswer } from '../../../protocol/request.ts'
import { awkwardStore } from '../../fixtures/awkward.ts'
import { letters, who } from '../../fixtures/awkwardPeople.ts'
import { crowdedStore, smallStore } from '../../fixtures/smallStore.ts'
import { accessTo, built, collected, DAY, NOW, removeTemporary } from './access.ts'

afterAll(removeTemporary)
const EVERY = ['owner@', 'Twins', 'Named', 'Padded']
const stores = new Map<Layout, string>()
function folderOf(layout: Layout): string {
  const folder = stores.get(layout) ?? built(awkwardStore(NOW, layout))
  stores.set(layout, folder)
  return folder
}
const every = (layout: Layout = '10d-fresh', since = NOW - DAY) =>
  collected(accessTo(folderOf(layout), { accounts: EVERY }), since)
const all = every()
const withId = (label: string) => `<${label.replaceAll(' ', '-')}@example.net>`
const byLabel = (label: string, answer = all): EnvelopeType | undefined =>
  answer.envelopes.find(one => one.messageId === withId(label) || one.subject === label)
const found = (label: string): EnvelopeType => {
  const envelope = byLabel(label)
  if (!envelope) throw new Error(`Cannot find the envelope labelled ${label}`)
  return envelope
}

describe('collect of every layout', () => {
  it.each(['10b', '10c', '10d-fresh', '10d-upgraded', '10e', 'mutilated'] as const)(
    'answers in the agreed shape for layout %s',
    layout => {
      const answer = every(layout)
      expect(CollectAnswer.safeParse(answer).error?.issues).toBeUndefined()
      expect(answer.envelopes.length).toBeGreaterThan(90)
      expect(answer.how).toBe('in-place')
      expect(answer.layout).toBe(layout === 'mutilated' ? '10d' : layout.slice(0, 3))
    },
  )
  it('sees the row that lies in the log alone', () => {
    expect(found('only in the log').from.address).toBe('late@example.net')
  })
  it('says for a store without labels that the inbox of Gmail cannot be told', () => {
    const answer = every('mutilated')
    expect(answer.degraded.join(' ')).toMatch(/labels/)
    expect(
      answer.envelopes.some(
        one =>
          one.account.startsWith('Gmail Main (owner@gmail.example)') &&
          one.mailbox === 'INBOX' &&
          one.subject.startsWith('gmail'),
      ),
    ).toBe(false)
  })
  it('gives no link and says why for a layout without Message-IDs', () => {
    const answer = every('10c')
    expect(new Set(answer.envelopes.map(one => one.noLink))).toEqual(new Set(['layout']))
    expect(answer.degraded.join(' ')).toMatch(/Message-ID/)
    expect(answer.envelopes.some(one => one.category === 3)).toBe(true)
  })
  it('gives no category, link or urgency for the oldest layout, and says so', () => {
    const answer = every('10b')
    expect(answer.envelopes.every(one => one.category === null && !one.urgent && !one.highImpact)).toBe(true)
    expect(answer.degraded.join(' ')).toMatch(/categories.*urgency.*time-sensitive/)
  })
  it('reads the same from an upgraded store, whose columns stand in another order', () => {
    expect(every('10d-upgraded').envelopes).toEqual(all.envelopes)
  })
})

describe('collect of many', () => {
  const answer = collected(accessTo(built(crowdedStore(NOW, cap.ENVELOPES + 30, 1))))
  it('hands out the newest up to the cap and counts exactly what is beyond', () => {
    expect([answer.envelopes.length, answer.more]).toEqual([cap.ENVELOPES, 30])
    expect(answer.envelopes[0]?.subject).toBe('Letter 0')
    expect(answer.envelopes.at(-1)?.subject).toBe(`Letter ${cap.ENVELOPES - 1}`)
  })
  it('counts every message of the accounts in scope once, handed out or not', () => {
    expect(answer.accounts.length).toBe(cap.ENVELOPES + 30)
    expect(answer.accounts.reduce((sum, account) => sum + account.messages, 0)).toBe(cap.ENVELOPES + 30)
  })
  it('keeps accounts apart that bear the same name', () => {
    const twins = all.accounts.filter(account => account.label.startsWith('Twins'))
    expect(twins.map(account => account.messages)).toEqual([1, 1])
  })
  it('lists accounts out of scope without a count, since nothing of them is read', () => {
    const others = all.accounts.filter(account => !account.inScope)
    expect(others.length).toBeGreaterThan(3)
    expect(others.every(account => account.messages === 0)).toBe(true)
  })
})

describe('collect of dates', () => {
  it('orders by the date that Mail shows, newest first', () => {
    const dates = all.envelopes.map(one => one.received ?? 0)
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    expect(found('date of display later').received).toBe(NOW + 3_600)
    expect(found('date of display recent but received long ago').received).toBe(NOW - 60)
    expect(found('date of display absent').received).toBe(NOW - 65 * 60)
    expect(found('date with a fraction').received).toBe(NOW - 1_801)
  })
  it('takes no date for one that is no date', () => {
    expect(found('date sent absent').sent).toBeNull()
    expect(found('date sent in the future').sent).toBeNull()
    expect(found('date as text').sent).toBeNull()
  })
  it('counts messages without any usable date and says so', () => {
    for (const label of ['date absent', 'date zero', 'date of the largest 32-bit integer', 'date negative'])
      expect(byLabel(label), label).toBeUndefined()
    expect(all.degraded.join(' ')).toMatch(/4 messages without a date/)
  })
  it('hands out what is newer than the moment asked for and nothing older', () => {
    const answer = every('10d-fresh', NOW - 100)
    expect(answer.envelopes.every(one => (one.received ?? 0) >= NOW - 100)).toBe(true)
    expect(answer.envelopes.map(one => one.subject)).toContain('id negative')
    expect(byLabel('id beyond 2^53', answer)).toBeUndefined()
  })
})

describe('collect of what it leaves out', () => {
  it('counts deleted, junk, drafts and own mail by cause', () => {
    expect(all.leftOut).toEqual({ deleted: 3, junk: 1, drafts: 1, own: expect.any(Number) })
    for (const label of [
      'flags of a draft',
      'flags of junk',
      'flags of deleted mail',
      'flags deleted without the column',
      'flags all set',
    ])
      expect(byLabel(label), label).toBeUndefined()
    expect(byLabel('flags of marked not junk')).toBeDefined()
  })
  it('leaves out what the user sent, from any account, by any alias and in any case', () => {
    for (const label of [
      'sender is the owner',
      'sender is the owner by another account',
      'sender is the owner by an alias',
      'sender is the owner in another case',
      'gmail sent to the owner',
    ])
      expect(byLabel(label), label).toBeUndefined()
    expect(all.leftOut.own).toBeGreaterThanOrEqual(5)
  })
  it('counts every message of the window once', () => {
    const folder = folderOf('10d-fresh')
    const db = openDatabase(storePaths(folder).index)
    const inbox = db.prepare(`SELECT count(*) FROM messages m JOIN mailboxes b ON b.ROWID = m.mailbox
      WHERE b.url LIKE 'ews://%/Inbox' AND max(coalesce(m.date_received, 0), coalesce(m.display_date, 0)) >= ?
        AND m.ROWID NOT IN (SELECT ROWID FROM messages WHERE date_received = 2147483647)`)
    const stored = inbox.pluck().get(NOW - DAY)
    db.close()
    const exchange = collected(accessTo(folder, { accounts: ['Office'] }))
    const left = Object.values(exchange.leftOut).reduce((sum, count) => sum + count, 0)
    expect(exchange.envelopes.length + exchange.more + left).toBe(stored)
  })
})

describe('collect of senders', () => {
  it('takes the sender from addresses and never through the sparse senders', () => {
    expect(found('id negative').from).toEqual({ name: who.stranger.name, address: who.stranger.address })
    expect(found('sender with a non-ASCII name').from).toEqual({
      name: 'Kari Ødegård',
      address: 'kari@fjord.example',
    })
  })
  it('would read another sender by the wrong join, which the fixture provokes', () => {
    const db = openDatabase(storePaths(folderOf('10d-fresh')).index)
    const wrong = db
      .prepare(
        `SELECT a.address FROM messages m JOIN sender_addresses x ON x.sender = m.sender JOIN addresses a ON a.ROWID = x.address
          JOIN subjects s ON s.ROWID = m.subject WHERE s.subject = 'id negative'`,
      )
      .pluck()
      .get()
    db.close()
    expect(wrong).toEqual(expect.any(String))
    expect(wrong).not.toBe(who.stranger.address)
  })
  it('hands out mail without a sender, with an empty one and with one whose row is gone', () => {
    expect(found('sender absent').from).toEqual({ name: '', address: '' })
    expect(found('sender row missing').from).toEqual({ name: '', address: '' })
    expect(found('sender with an empty address').from).toEqual({ name: 'Nameless', address: '' })
  })
})

describe('collect of correspondents', () => {
  const written = (label: string) => found(label).writtenTo
  it('counts letters to an address whatever its case and its display name', () => {
    for (const label of [
      'sender without a name',
      'sender in another case',
      'category 3 from a correspondent',
    ])
      expect(written(label)).toBe(letters.ann)
    expect(written('sender with a non-ASCII name')).toBe(letters.kari)
  })
  it('never counts a look-alike, a longer domain or an address in the display name', () => {
    for (const label of [
      'sender with an address for a name',
      'sender with a longer domain',
      'sender with a look-alike letter',
    ])
      expect(written(label), label).toBe(0)
  })
  it('counts copies once, blind copies too, and no drafts, trash or received mail', () => {
    expect(written('mail from one who got one letter twice')).toBe(letters.twice)
    expect(written('mail from one in blind copy')).toBe(letters.onlyBcc)
    expect(written('mail from one who only got a draft')).toBe(letters.onlyDraft)
    expect(written('mail from one whose letter is in trash')).toBe(letters.resent)
    expect(written('mail from one who only wrote')).toBe(letters.onlyReceived)
    expect(written('sender with an IDN address')).toBe(0)
    expect(written('sender with an empty address')).toBe(0)
  })
  it('does not read the Sent mailboxes of an account out of scope', () => {
    const answer = collected(accessTo(folderOf('10d-fresh'), { accounts: ['Office 365'] }))
    expect(byLabel('sender in another case', answer)?.writtenTo).toBe(2)
    expect(byLabel('sender with a non-ASCII name', answer)?.writtenTo).toBe(0)
  })
  it('tells mail that names an own address in To from mail that does not', () => {
    expect(found('to an own address').direct).toBe(true)
    expect(found('to an own address of another account').direct).toBe(true)
    for (const label of ['to an own address in copy', 'to a list', 'to nobody', 'to a row that is missing'])
      expect(found(label).direct, label).toBe(false)
  })
})

describe('collect of categories and flags', () => {
  it('takes the category of a person before the model, and none that is provisional', () => {
    expect(found('category overridden to primary').category).toBe(0)
    expect(found('category overridden to promotions').category).toBe(3)
    expect(found('category temporary').category).toBeNull()
    expect(found('category absent').category).toBeNull()
    expect(found('category 9').category).toBe(9)
  })
  it('marks urgent and time-sensitive mail', () => {
    expect(found('category 3 and urgent').urgent).toBe(true)
    expect(found('category 3 with high impact')).toMatchObject({ highImpact: true, urgent: false })
    expect(found('category 3')).toMatchObject({ highImpact: false, urgent: false })
  })
  it('tells read and flagged, whatever colour', () => {
    expect(found('flags of read mail')).toMatchObject({ read: true, flagged: false })
    expect(found('flags of unread mail')).toMatchObject({ read: false, flagged: false })
    expect(found('flags with a stale colour').flagged).toBe(false)
    for (const colour of ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'])
      expect(found(`flags ${colour}`).flagged).toBe(true)
  })
})

describe('collect of links', () => {
  it('gives the Message-ID as it stands, bracketed or not', () => {
    expect(found('header bracketed').messageId).toBe('<bracketed@example.net>')
    expect(found('header bare').messageId).toBe('bare@example.net')
    for (const label of ['id negative', 'id beyond 2^53', 'id of the smallest integer'])
      expect(found(label).messageId).toBe(withId(label))
  })
  it('says why there is none', () => {
    expect(found('id zero').noLink).toBe('absent')
    expect(found('header not indexed yet').noLink).toBe('not-indexed')
    expect(found('global row missing').noLink).toBe('not-indexed')
    expect(found('id shared but from another').noLink).toBe('shared')
    expect(found('id shared but by another').noLink).toBe('shared')
  })
  it('links copies of one message', () => {
    const answer = collected(accessTo(folderOf('10d-fresh'), { accounts: ['owner@'] }), 1_690_000_000)
    const copies = answer.envelopes.filter(one => one.subject === 'id shared by copies')
    expect(copies.map(one => one.messageId)).toEqual(['<copies@example.net>', '<copies@example.net>'])
  })
  it('sees an id that a message out of scope shares', () => {
    const spec = smallStore(NOW)
    const stranger = { name: 'Else', address: 'else@example.org' }
    const clash = {
      mailbox: 'sent',
      from: stranger,
      subject: 'Other',
      received: NOW - 9 * DAY,
      messageId: '<letter-1@example.net>',
    }
    const plain = collected(accessTo(built(spec)))
    expect(plain.envelopes[0]?.messageId).toBe('<letter-1@example.net>')
    const shared = collected(accessTo(built({ ...spec, messages: [...spec.messages, clash] })))
    expect(shared.envelopes[0]).toMatchObject({ messageId: null, noLink: 'shared' })
    expect(shared.envelopes[1]?.noLink).toBeNull()
  })
  it('cuts an endless id to one that is too long to link', () => {
    expect(found('header of 3000 octets').messageId?.length).toBe(cap.MESSAGE_ID_CHARS)
  })
})

describe('collect of texts', () => {
  it('joins prefix and subject and cuts both together', () => {
    expect(found('subject with a prefix').subject).toBe('Re: subject with a prefix')
    expect(found('subject of 301 characters').subject.length).toBe(300)
    expect([...found('subject of 300 emoji').subject].length).toBe(300)
    expect([...found('subject of marks').subject].length).toBe(300)
    expect(found('subject row missing').subject).toBe('')
  })
  it('takes the summary, else the generated one, else nothing', () => {
    expect(found('summary present').preview).toMatch(/^A preview/)
    expect(found('summary of both kinds').preview).toBe('A preview')
    expect(found('summary generated').preview).toMatch(/^A synopsis/)
    expect(found('summary generated but damaged').preview).toBe('')
    expect(found('summary row missing').preview).toBe('')
    expect(found('summary of 5000 characters').preview.length).toBe(cap.PREVIEW_CHARS)
  })
  it('hides nothing behind a NUL', () => {
    expect(found('subject with controls').subject).toMatch(/end$/)
  })
})

describe('collect of mailboxes', () => {
  it('takes the inbox of Gmail from labels and shows it as such', () => {
    expect(found('gmail inbox by label')).toMatchObject({
      account: 'Gmail Main (owner@gmail.example)',
      mailbox: 'INBOX',
    })
    expect(byLabel('gmail with three labels')).toBeDefined()
    for (const label of [
      'gmail without a label',
      'gmail with a user label alone',
      'gmail draft',
      'gmail in trash',
      'gmail in spam',
    ])
      expect(byLabel(label), label).toBeUndefined()
  })
  it('finds Gmail’s inbox where the label mailbox names no source', () => {
    const folder = built(awkwardStore(NOW))
    const db = openDatabase(storePaths(folder).index)
    db.exec('UPDATE mailboxes SET source = NULL')
    db.close()
    const answer = collected(accessTo(folder, { accounts: ['Gmail'] }))
    expect(byLabel('gmail inbox by label', answer)).toBeDefined()
    expect(byLabel('gmail without a label', answer)).toBeUndefined()
  })
  it('reads the inbox of each account and no mailbox that looks like one', () => {
    const read = all.envelopes.map(one => one.subject).filter(subject => subject.startsWith('place '))
    expect(read.toSorted()).toEqual(
      ['blank', 'chain-5', 'german', 'icloud', 'padded', 'pop', 'twin-a', 'twin-b'].map(
        name => `place ${name}/inbox`,
      ),
    )
  })
})
