// The stage `parse-attachment`: reads the attachments of one message, writes the text of each. Relies on attachmentText.ts for all
// deciding, and on the envelope for the names of the files, which twin itself gave.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCappedBytes } from '../../../files/readCapped.ts'
import type { AttachmentTexts } from '../../../protocol/attachmentTexts.ts'
import { ATTACHED_BYTES, TEXTS_BYTES } from '../../../protocol/limits.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { counted } from '../../../protocol/text/counted.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { problemList } from '../../seenText/problems.ts'
import type { Each } from '../../eachTask.ts'
import { attachmentText } from './attachmentText.ts'
import { readAttachments, type Named } from './readAttachments.ts'
import { type Budget, newBudget } from './zipEntries.ts'

type One = AttachmentTexts['texts'][number]

/** mail/{envelope.json, attachments/} as texts/{texts.json, <attachment>.txt}. Sentences of the report count what had no text. */
export const parseAttachment: Each = async ({ inputs, outputs }) => {
  const { mail } = inputs
  const { texts } = outputs
  if (mail === undefined || texts === undefined) return misused
  const attachments = readAttachments(mail)
  if (!attachments.ok) return attachments
  const budget = newBudget()
  const list: One[] = []
  let bytes = 0
  for (const attachment of attachments.value) {
    const { one, text } = await textOf(join(mail, 'attachments'), attachment, budget)
    const size = Buffer.byteLength(text)
    if (one.file !== null && bytes + size > TEXTS_BYTES) list.push(leftOut(one))
    else {
      if (one.file !== null) writeFileSync(join(texts, one.file), text, { flag: 'wx', mode: 0o600 })
      bytes += size
      list.push(one)
    }
  }
  const whole: AttachmentTexts = { v: 1, texts: list }
  writeFileSync(join(texts, 'texts.json'), encodeLine(whole), { flag: 'wx', mode: 0o600 })
  const without = list.filter(({ problems }) => problems.length > 0).length
  return done(without === 0 ? [] : [`${counted(without, 'attachment')} could not be read as a whole`])
}

async function textOf(
  folder: string,
  { file, type }: Named,
  budget: Budget,
): Promise<{ one: One; text: string }> {
  const problems = problemList()
  const read = readCappedBytes(join(folder, file), ATTACHED_BYTES, false)
  if (!read.ok) problems.add(`the attachment cannot be opened (${read.problem})`)
  const { kind, text, cut } = read.ok
    ? await attachmentText(read.bytes, type, { budget, problems })
    : ({ kind: 'none', text: '', cut: false } as const)
  const lines = text === '' ? '' : `${text}\n`
  const one = {
    attachment: file,
    file: lines === '' ? null : `${file}.txt`,
    kind,
    chars: [...lines].length,
    cut,
    problems: problems.list(),
  }
  return { one, text: lines }
}

const leftOut = (one: One): One => ({
  ...one,
  file: null,
  chars: 0,
  cut: true,
  problems: [
    ...one.problems.slice(-8),
    `the texts of the attachments have over ${TEXTS_BYTES} bytes: this one was left out`,
  ],
})

const misused = refused('wrong-shape', {
  is: 'the parse-attachment stage was started without its ports',
  wanted: 'the input mail and the output texts',
  fix: 'report this: twind and the stage are of different versions',
})
