// What the view of a run holds, kept as one line a message in messages.jsonl: the handle that this run gave it, and the message as
// the store had it. So a run that goes on has the same handles, whatever the store says by then. In slices, since there may be
// 200,000. Relies on the folder being twin's own; a line that does not hold ends the reading.
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import { syncDirectory } from '../../files/syncDirectory.ts'
import { parseHandle } from '../../protocol/handle.ts'
import { VIEW_MESSAGES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { KeptMessage } from '../../protocol/runKept.ts'
import { attemptSteps } from '../attempt.ts'
import type { Named } from '../views/buildView.ts'
import type { PlaceOfMail } from '../store/store.ts'
import { messagesOf } from './runFolder.ts'

/** Messages in one write. */
const SLICE = 500

/** Whole or not at all. Refused with "disk". */
export function writeMessages(folder: string, messages: readonly Named[]): Promise<Result<void>> {
  const path = messagesOf(folder)
  const aside = `${path}.tmp`
  return attemptSteps('disk', 'the list of this run', async () => {
    rmSync(aside, { force: true })
    const fd = openSync(aside, 'wx', 0o600)
    try {
      for (let at = 0; at < messages.length; at += SLICE) {
        writeFileSync(
          fd,
          messages
            .slice(at, at + SLICE)
            .map(lineOf)
            .join(''),
        )
        await setImmediate()
      }
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(aside, path)
    syncDirectory(folder)
    return done(undefined)
  })
}

const lineOf = ({ handle, found: { mail, root, thread, bySubject } }: Named): string => {
  const { account, sha256, raw, bytes, parsed, problem, received, places, dkim, known, writtenTo } = mail
  const kept = { account, sha256, raw, bytes, parsed, problem, received, dkim, known, writtenTo }
  return encodeLine({ handle, root, thread, bySubject, mail: { ...kept, places: places.map(placeOf) } })
}
const placeOf = ({ message, collection, flags, keywords }: PlaceOfMail) => ({
  message,
  collection,
  flags,
  keywords,
})

/** In the order of the view. Refused where the file is not what a run writes. */
export function readMessages(folder: string): Promise<Result<readonly Named[]>> {
  return attemptSteps('disk', 'the list of this run', async () => {
    const messages: Named[] = []
    for await (const line of createInterface({ input: createReadStream(messagesOf(folder)) })) {
      const named = namedOf(line)
      if (!named || messages.length === VIEW_MESSAGES) return spoilt(folder)
      messages.push(named)
    }
    return done(messages)
  })
}

function namedOf(line: string): Named | undefined {
  const parsed = parseJson(line)
  const kept = parsed.ok ? KeptMessage.safeParse(parsed.value).data : undefined
  const handle = kept && parseHandle(kept.handle)
  return handle && { handle, found: kept }
}

const spoilt = (folder: string) =>
  refused('disk', {
    is: `${messagesOf(folder)} is not what a run writes`,
    wanted: 'the folder of a run as twin left it',
    fix: 'remove that folder, then start the run again',
  })
