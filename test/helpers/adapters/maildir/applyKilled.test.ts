// A change whose process is killed with SIGKILL just before and just after each of its acts on the disk: the next process tells the truth
// about it, and makes it once.
import { spawnSync } from 'node:child_process'
import { linkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Change } from '../../../../helpers/adapters/adapter.ts'
import { adapterId, folderKey } from '../../../../helpers/adapters/maildir/adapterId.ts'
import { bundledScript } from '../../../daemon/otherProcess.ts'
import { change, contents, type Mailbox, makeMailbox, namesIn, openBox, put } from './mailbox.ts'

const CODE = `
import { acts } from './helpers/adapters/maildir/acts.ts'
import { applyChange } from './helpers/adapters/maildir/applyChange.ts'
import { bytesOf } from './helpers/adapters/maildir/bytePath.ts'
import { openLocator } from './helpers/adapters/maildir/locate.ts'
import { openWorkshop } from './helpers/adapters/maildir/openWorkshop.ts'
const [root, scratch, step, after, text] = process.argv.slice(2)
let done = 0
const killing = act => (...args) => {
  const isLast = done++ === Number(step)
  if (isLast && after === 'before') process.kill(process.pid, 'SIGKILL')
  act(...args)
  if (isLast) process.kill(process.pid, 'SIGKILL')
}
const wrapped = Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, killing(act)]))
const bytes = bytesOf(root)
const shop = openWorkshop({ root: bytes, journal: scratch + '/journal', locator: openLocator(bytes), acts: wrapped })
const { raw, ...asked } = JSON.parse(text)
const made = applyChange(shop, { ...asked, raw: raw === null ? null : Buffer.from(raw) })
console.log(JSON.stringify({ ok: made.ok, done }))
`
const id = adapterId(folderKey(''), '5.mail.host')
const CHANGES: readonly (readonly [string, Change, (box: Mailbox) => boolean])[] = [
  [
    'collection.remove',
    change({ verb: 'collection.remove', message: id, from: 'INBOX' }),
    box => namesIn(box, 'cur').length === 0,
  ],
  [
    'collection.add',
    change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Receipts' }),
    box => namesIn(box, '.Receipts/cur').length === 1,
  ],
  [
    'draft',
    change({ verb: 'draft', to: 'Drafts', raw: Buffer.from('Subject: x\n\n') }),
    box => namesIn(box, '.Drafts/cur').length === 1,
  ],
]
function mailbox(): Mailbox {
  const box = makeMailbox(['', '.Archive'])
  put(box, 'cur/5.mail.host:2,F', 'five')
  linkSync(join(box.root, 'cur/5.mail.host:2,F'), join(box.root, '.Archive/cur/7.mail.host:2,F'))
  return box
}
interface Kill {
  readonly script: string
  readonly step: number
  readonly when: 'before' | 'after'
}
function killed({ root, scratch }: Mailbox, asked: Change, { script, step, when }: Kill) {
  const text = JSON.stringify({ ...asked, raw: asked.raw?.toString() ?? null })
  return spawnSync(process.execPath, [script, root, scratch, String(step), when, text], {
    encoding: 'utf8',
  })
}

test.each(CHANGES)(
  '%s is told truthfully and made once after SIGKILL at each of its acts',
  { timeout: 60_000 },
  async (...[, asked, isMade]) => {
    const script = await bundledScript(CODE)
    const whole = killed(mailbox(), asked, { script, step: -1, when: 'before' })
    const { ok, done } = JSON.parse(whole.stdout) as { ok: boolean; done: number }
    expect([ok, done > 3]).toEqual([true, true])
    for (let step = 0; step < done; step++)
      for (const when of ['before', 'after'] as const) {
        const box = mailbox()
        expect(killed(box, asked, { script, step, when }).signal).toBe('SIGKILL')
        expect([...contents(box).values()]).toContain('five')
        const adapter = openBox(box)
        expect([step, when, adapter.wasApplied(asked.nonce)]).toEqual([
          step,
          when,
          { ok: true, value: isMade(box) ? 'yes' : 'no' },
        ])
        expect(adapter.apply(asked).ok).toBe(true)
        expect([isMade(box), namesIn(box, 'tmp'), namesIn(box, '.Drafts/tmp')]).toEqual([true, [], []])
        expect([...contents(box).values()]).toContain('five')
      }
  },
)
