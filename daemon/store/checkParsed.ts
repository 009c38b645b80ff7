// What the stage `parse` has left for one message, checked as an enemy would have made it: exactly the files of the parsed cache, plain
// and its own, an envelope of the strict shape, texts within their caps. Relies on files/readCapped.ts for the careful reading.
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isOwnFile } from '../../files/isOurs.ts'
import { readCapped } from '../../files/readCapped.ts'
import * as cap from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { ParsedMessage } from '../../protocol/message.ts'

export type Checked =
  | { readonly ok: true; readonly parsed: ParsedMessage; readonly body: string }
  | { readonly ok: false; readonly why: string }
const wrong = (why: string): Checked => ({ ok: false, why })

const TEXTS = ['body.txt', 'envelope.json', 'headers.txt']
const ATTACHMENTS = 'attachments'

/** The parsed message in `folder`. Every file of it can only be read afterwards. Throws the system's error. */
export function checkParsed(folder: string): Checked {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return wrong('parse left no folder')
  const names = readdirSync(folder)
  const isWhole = TEXTS.every(name => names.includes(name))
  if (!isWhole || names.some(name => !TEXTS.includes(name) && name !== ATTACHMENTS))
    return wrong('parse left other files than a parsed message has')
  const parsed = readEnvelope(join(folder, 'envelope.json'))
  if (!parsed) return wrong('parse wrote an envelope.json that is none')
  const body = readCapped(join(folder, 'body.txt'), cap.BODY_BYTES)
  if (!body.ok) return wrong('parse wrote a body.txt that is none')
  const kept = names.includes(ATTACHMENTS) ? attachmentsIn(join(folder, ATTACHMENTS)) : []
  const told = parsed.attachments.map(({ file }) => file).filter(file => file !== null)
  if (!kept || !isSame(kept, told)) return wrong('parse left other attachments than its envelope.json names')
  const files = [...TEXTS, ...kept.map(name => join(ATTACHMENTS, name))].map(name => join(folder, name))
  if (!files.every(file => isOwnFile(lstatSync(file)))) return wrong('parse left what is no plain file')
  for (const file of files) chmodSync(file, 0o400)
  return { ok: true, parsed, body: body.text }
}

/** envelope.json at `path`; undefined where it is none. */
export function readEnvelope(path: string): ParsedMessage | undefined {
  const file = readCapped(path, cap.ENVELOPE_BYTES, false)
  const json = file.ok ? parseJson(file.text) : undefined
  const parsed = json?.ok ? ParsedMessage.safeParse(json.value) : undefined
  return parsed?.success ? parsed.data : undefined
}

function attachmentsIn(folder: string): readonly string[] | undefined {
  return lstatSync(folder).isDirectory() ? readdirSync(folder) : undefined
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
