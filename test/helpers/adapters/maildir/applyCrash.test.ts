// A change that is ended by a kill before or after each of its acts, asked for afterwards, and made again: what the adapter says of it is
// compared with what lies in the Maildir, and no message is ever lost.
import { linkSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Change } from '../../../../helpers/adapters/adapter.ts'
import { adapterId, folderKey } from '../../../../helpers/adapters/maildir/adapterId.ts'
import { type Acts, acts } from '../../../../helpers/adapters/maildir/acts.ts'
import { applyChange, recover, wasApplied } from '../../../../helpers/adapters/maildir/applyChange.ts'
import { bytesOf } from '../../../../helpers/adapters/maildir/bytePath.ts'
import type { Workshop } from '../../../../helpers/adapters/maildir/workshop.ts'
import { openLocator } from '../../../../helpers/adapters/maildir/locate.ts'
import { openWorkshop } from '../../../../helpers/adapters/maildir/openWorkshop.ts'
import { change, contents, type Mailbox, makeMailbox, namesIn, put } from './mailbox.ts'

/** Neither a system error nor a refusal: nothing in the adapter catches it, as nothing catches a kill. */
class Killed extends Error {}

function shopOf({ root, scratch }: Mailbox, with_: Acts = acts): Workshop {
  const bytes = bytesOf(root)
  return openWorkshop({
    root: bytes,
    journal: `${scratch}/journal`,
    locator: openLocator(bytes),
    acts: with_,
  })
}

/** The acts, of which the one at `step` (from 0) is the last: done where `after`, else not begun. */
function killing(step: number, after: boolean): { acts: Acts; count: () => number } {
  let done = 0
  const wrap =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      const isLast = done++ === step
      if (isLast && !after) throw new Killed()
      act(...args)
      if (isLast) throw new Killed()
    }
  const { link, rename, unlink, makeFolder, write, sync, note } = acts
  const wrapped: Acts = {
    link: wrap(link),
    rename: wrap(rename),
    unlink: wrap(unlink),
    makeFolder: wrap(makeFolder),
    write: wrap(write),
    sync: wrap(sync),
    note: wrap(note),
  }
  return { acts: wrapped, count: () => done }
}

interface Scenario {
  readonly name: string
  readonly changeIn: () => Change
  /** Whether the Maildir shows it as made. */
  readonly isMade: (box: Mailbox) => boolean
}
const MESSAGE = '5.mail.host'
const inReceipts = (box: Mailbox) => namesIn(box, '.Receipts/cur')
const inbox = (box: Mailbox) => [...namesIn(box, 'cur'), ...namesIn(box, 'new')]
const idOf = (key: string) => adapterId(folderKey(''), key)
const inboxChange = (parts: Partial<Change> & Pick<Change, 'verb'>) => () =>
  change({ message: idOf(MESSAGE), from: 'INBOX', ...parts })

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'collection.add to a folder that is not there yet',
    changeIn: inboxChange({ verb: 'collection.add', to: 'Receipts' }),
    isMade: box => inReceipts(box).length === 1,
  },
  {
    name: 'collection.remove of a message that another folder holds',
    changeIn: inboxChange({ verb: 'collection.remove' }),
    isMade: box => !inbox(box).some(name => name.startsWith(MESSAGE)),
  },
  {
    name: 'expunge of the last name of a message',
    changeIn: () => change({ verb: 'expunge', message: idOf('6.mail.host'), from: 'INBOX' }),
    isMade: box => !inbox(box).some(name => name.startsWith('6.mail.host')),
  },
  {
    name: 'flag.add of a flag',
    changeIn: inboxChange({ verb: 'flag.add', to: 'seen' }),
    isMade: box => inbox(box).includes(`${MESSAGE}:2,FS`),
  },
  {
    name: 'flag.add of a keyword',
    changeIn: inboxChange({ verb: 'flag.add', to: 'triaged' }),
    isMade: box =>
      inbox(box).includes(`${MESSAGE}:2,Fa`) &&
      readFileSync(join(box.root, 'dovecot-keywords'), 'utf8') === '0 triaged\n',
  },
  {
    name: 'flag.remove',
    changeIn: inboxChange({ verb: 'flag.remove', to: 'flagged' }),
    isMade: box => inbox(box).includes(`${MESSAGE}:2,`),
  },
  {
    name: 'trash',
    changeIn: inboxChange({ verb: 'trash' }),
    isMade: box => inbox(box).includes(`${MESSAGE}:2,FT`),
  },
  {
    name: 'draft',
    changeIn: () => change({ verb: 'draft', to: 'Drafts', raw: Buffer.from('Subject: x\n\ny\n') }),
    isMade: box => namesIn(box, '.Drafts/cur').length === 1,
  },
]

function boxFor(scenario: Scenario): Mailbox {
  const made = makeMailbox(['', '.Archive'])
  put(made, `cur/${MESSAGE}:2,F`, 'Subject: five\n\nfive\n')
  put(made, 'new/6.mail.host', 'Subject: six\n\nsix\n')
  if (scenario.changeIn().verb === 'collection.remove')
    linkSync(join(made.root, `cur/${MESSAGE}:2,F`), join(made.root, '.Archive/cur/7.mail.host:2,F'))
  return made
}

/** Every content that was there, the expunged one apart, and at most one draft beside. */
function isNothingLost(made: Mailbox, verb: string): boolean {
  const texts = new Set(contents(made).values())
  return texts.has('Subject: five\n\nfive\n') && (verb === 'expunge' || texts.has('Subject: six\n\nsix\n'))
}

describe.each(SCENARIOS)('$name', scenario => {
  test('is made, and is answered with the same when it is asked for again', () => {
    const made = boxFor(scenario)
    const asked = scenario.changeIn()
    const first = applyChange(shopOf(made), asked)
    expect(first).toMatchObject({ ok: true })
    const after = contents(made)
    expect(scenario.isMade(made)).toBe(true)
    expect(applyChange(shopOf(made), asked)).toEqual(first)
    expect(contents(made)).toEqual(after)
    expect(wasApplied(shopOf(made), asked.nonce)).toBe('yes')
  })

  test('is told truthfully after a kill before and after each of its acts, and is made once', () => {
    const counting = killing(-1, false)
    applyChange(shopOf(boxFor(scenario), counting.acts), scenario.changeIn())
    expect(counting.count()).toBeGreaterThan(3)
    const seen = new Set<string>()
    for (let step = 0; step < counting.count(); step++)
      for (const after of [false, true]) {
        const made = boxFor(scenario)
        const asked = scenario.changeIn()
        const shop = shopOf(made, killing(step, after).acts)
        expect(() => applyChange(shop, asked)).toThrow(Killed)
        expect(isNothingLost(made, asked.verb)).toBe(true)
        const later = shopOf(made)
        if (step % 2) recover(later)
        const was = wasApplied(later, asked.nonce)
        seen.add(was)
        expect([step, after, was]).toEqual([step, after, scenario.isMade(made) ? 'yes' : 'no'])
        expect(isNothingLost(made, asked.verb)).toBe(true)
        expect(applyChange(shopOf(made), asked)).toMatchObject({ ok: true })
        expect(scenario.isMade(made)).toBe(true)
        expect([...contents(made).keys()].filter(path => path.includes('tmp/'))).toEqual([])
        expect(wasApplied(shopOf(made), asked.nonce)).toBe('yes')
      }
    expect(seen).toEqual(new Set(['yes', 'no']))
  })
})
