// Is busy for ever inside one statement, with or without a watchdog. argv: better_sqlite3.node, then seconds or nothing.
import Database from 'better-sqlite3'
import { watchdog } from '../../../../helpers/mail/watchdog.ts'

const [nativeBinding = '', seconds] = process.argv.slice(2)
if (seconds !== undefined) watchdog(Number(seconds))
const endless = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'
new Database(':memory:', { nativeBinding }).prepare(endless).get()
