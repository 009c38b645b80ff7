// How many lists of mailboxes the confined helper may read, and what it says of the rest. Relies on bundled.ts and home.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { ACCOUNT_FOLDERS } from '../../../protocol/limits.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { NOW, removeTemporary } from './access.ts'
import { bundled, HELPER } from './bundled.ts'
import { answerOf, ask, homeWith } from './home.ts'

afterAll(removeTemporary)

test.skipIf(process.platform !== 'linux')(
  'the mail helper reads the lists of as many accounts as the cap and says how many it may not read',
  async () => {
    const dist = await bundled(HELPER)
    const home = homeWith(smallStore(NOW))
    const index = new Database(home.store.index)
    const insert = index.prepare('INSERT INTO mailboxes (url) VALUES (?)')
    const add = (name: string): void => {
      mkdirSync(join(home.store.version, name))
      writeFileSync(join(home.store.version, name, '.mboxCache.plist'), '<plist><dict/></plist>')
      insert.run(`imap://${name}/INBOX`)
    }
    const degraded = async () => answerOf(await ask(dist, home, { op: 'probe' }), 'probe').degraded.join()
    // The store has an account of its own.
    for (let at = 1; at < ACCOUNT_FOLDERS; at++) add(`ACCOUNT-${at}`)
    expect(await degraded()).not.toContain('.mboxCache.plist')
    add('ACCOUNT-more')
    expect(await degraded()).toContain('.mboxCache.plist of some accounts (1)')
    index.close()
  },
)
