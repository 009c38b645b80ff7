// Every state in which the audit log can be found, what it comes from, and what opening it makes of it: the table of
// ARCHITECTURE.md, made by hand here. Relies on log.ts for files that fit.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AUDIT_UNSYNCED } from '../../../protocol/limits.ts'
import { CALL, DECEMBER, INTENT, linesOf, type Log, newLog } from './log.ts'

/** `mended`: "nothing" to record; "repaired": a torn end was set aside; "named": verify names it from then on. */
export interface CrashState {
  readonly found: string
  readonly from: 'a clean end' | 'a crash' | 'a power cut' | 'somebody'
  readonly make: () => Log
  readonly mended: 'nothing' | 'repaired' | 'named'
}

const MONTH = '2026-11.jsonl'
/** An intent that the head knows, then `calls` calls that it does not. */
function behind(calls: number): Log {
  const log = newLog()
  const audit = log.open()
  audit.record(INTENT)
  for (let at = 0; at < calls; at++) audit.record(CALL)
  return log
}
function changed(log: Log, change: (log: Log) => void): Log {
  change(log)
  return log
}
/** The log as it is when the head's last write never happened. */
function withOldHead(calls: number): Log {
  const log = behind(calls)
  const old = log.text('head.json')
  log.open().record(INTENT)
  log.write('head.json', old)
  return log
}

export const CRASH_STATES: readonly CrashState[] = [
  {
    found: 'no file and no head',
    from: 'a clean end',
    make: () => changed(newLog(), log => void log.open()),
    mended: 'nothing',
  },
  { found: 'the head names the last record', from: 'a clean end', make: () => behind(0), mended: 'nothing' },
  {
    found: 'one record and no head',
    from: 'a crash',
    make: () => changed(behind(0), log => rmSync(join(log.folder, 'head.json'))),
    mended: 'nothing',
  },
  {
    found: `up to ${AUDIT_UNSYNCED - 1} calls behind the head`,
    from: 'a crash',
    make: () => behind(AUDIT_UNSYNCED - 1),
    mended: 'nothing',
  },
  {
    found: 'calls and then one other record behind the head',
    from: 'a crash',
    make: () => withOldHead(AUDIT_UNSYNCED - 1),
    mended: 'nothing',
  },
  {
    found: 'the head names the last record of the month before, and the new month has records or none',
    from: 'a crash',
    make: () =>
      changed(behind(3), log => {
        log.clock.now = DECEMBER
        log.open().record(CALL)
      }),
    mended: 'nothing',
  },
  {
    found: 'a stump of head.json beside it',
    from: 'a crash',
    make: () => changed(behind(0), log => log.write('.head.json.0123456789abcdef.tmp', '{"v"')),
    mended: 'nothing',
  },
  {
    found: 'bytes without a newline at the end',
    from: 'a crash',
    make: () => changed(behind(2), log => log.append(MONTH, '{"v":1,"seq":3,"ti')),
    mended: 'repaired',
  },
  {
    found: 'a torn file for the next record, and no record of it',
    from: 'a crash',
    make: () => changed(behind(2), log => log.write('torn-2026-11-3', '{"v":1,"seq":3,"ti')),
    mended: 'repaired',
  },
  {
    found: 'NUL in place of calls that were not synced',
    from: 'a power cut',
    make: () =>
      changed(behind(4), log =>
        log.write(
          MONTH,
          `${linesOf(log, MONTH).slice(0, 2).join('\n')}\n${'\0'.repeat(700)}\n${'\0'.repeat(9)}`,
        ),
      ),
    mended: 'repaired',
  },
  {
    found: 'calls that were not synced are gone',
    from: 'a power cut',
    make: () =>
      changed(behind(4), log => log.write(MONTH, `${linesOf(log, MONTH).slice(0, 2).join('\n')}\n`)),
    mended: 'nothing',
  },
  {
    found: 'a record that the head knows is gone',
    from: 'somebody',
    make: () => changed(behind(0), log => log.write(MONTH, '')),
    mended: 'named',
  },
  {
    found: 'the file that the head names is gone',
    from: 'somebody',
    make: () => changed(behind(0), log => rmSync(join(log.folder, MONTH))),
    mended: 'named',
  },
  {
    found: 'no head, and more records than a crash leaves',
    from: 'somebody',
    make: () => changed(withOldHead(3), log => rmSync(join(log.folder, 'head.json'))),
    mended: 'named',
  },
  {
    found: 'two changes behind the head',
    from: 'somebody',
    make: () =>
      changed(behind(0), log => {
        const old = log.text('head.json')
        log.open().record(INTENT)
        log.open().record(INTENT)
        log.write('head.json', old)
      }),
    mended: 'named',
  },
  {
    found: 'more calls behind the head than are left unsynced',
    from: 'somebody',
    make: () =>
      changed(behind(0), log => {
        const old = log.text('head.json')
        const audit = log.open()
        for (let at = 0; at <= AUDIT_UNSYNCED + 1; at++) audit.record(CALL)
        log.write('head.json', old)
      }),
    mended: 'named',
  },
  {
    found: 'a call behind the head that was edited',
    from: 'somebody',
    make: () =>
      changed(behind(2), log => log.write(MONTH, log.text(MONTH).replace(/status(?!.*status)/s, 'jobs'))),
    mended: 'named',
  },
  {
    found: 'a head that is no head',
    from: 'somebody',
    make: () => changed(behind(0), log => log.write('head.json', '')),
    mended: 'named',
  },
  {
    found: 'a head that names another record',
    from: 'somebody',
    make: () =>
      changed(behind(0), log =>
        log.write(
          'head.json',
          log
            .text('head.json')
            .replace(/"hash":"."/, '"hash":"0"')
            .replace(/"hash":"../, '"hash":"00'),
        ),
      ),
    mended: 'named',
  },
  {
    found: 'a head of a month that is not there',
    from: 'somebody',
    make: () =>
      changed(behind(0), log => renameSync(join(log.folder, MONTH), join(log.folder, '2026-10.jsonl'))),
    mended: 'named',
  },
  {
    found: 'an end without a newline that is longer than a crash leaves',
    from: 'somebody',
    make: () => changed(behind(0), log => log.append(MONTH, 'x'.repeat(200_000))),
    mended: 'named',
  },
]
