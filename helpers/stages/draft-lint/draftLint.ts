// The draft-lint stage: the only one whose drafts may be proposed. Relies on lintDraft.ts for what may, and writes one proposal for a
// draft that passes.
import { Draft } from '../../../protocol/draft.ts'
import type { MessageEnvelope } from '../../../protocol/message.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { DraftLintConfig } from '../../../protocol/stageConfigs.ts'
import { propose, readValue, writeRecord } from '../../eachOutput.ts'
import type { Each } from '../../eachTask.ts'
import { readMessage } from '../../readMessage.ts'
import { stageConfig } from '../../stageConfig.ts'
import { wired } from '../../wired.ts'
import { lintDraft } from './lintDraft.ts'

export const draftLint: Each = task => {
  const config = stageConfig(DraftLintConfig, task.config)
  if (!config.ok) return config
  const path = wired(task, 'drafts')
  const draft = path.ok ? readDraft(path.value) : path
  if (!draft.ok) return draft
  const envelope = envelopeOf(task.inputs['mail'])
  if (!envelope.ok) return envelope
  const linted = lintDraft(draft.value, { config: config.value, envelope: envelope.value, now: task.now })
  if (!linted.ok) return linted
  writeRecord(task, 'drafts', linted.value)
  const op = config.value.propose
  const isProposed = propose(task, 0, { op, to: null, nonce: `${task.handle}-${op}` })
  return done([
    ...(linted.value.flags.length > 0 ? ['a draft has something that a person should look at'] : []),
    ...(isProposed ? [] : ['a draft was not proposed: this step has no spool']),
  ])
}

/** One draft a message: another shape, a list or one more key, such as a hidden copy, is refused. */
function readDraft(path: string): Result<Draft> {
  const read = readValue(path)
  if (!read.ok) return read
  const shape = Draft.safeParse(read.value)
  if (shape.success) return done(shape.data)
  return refused('wrong-shape', {
    is: 'a draft has another shape than to, cc, subject, body and in_reply_to, within their lengths',
    wanted: 'one draft a message',
    fix: 'let the actor write another draft',
  })
}

function envelopeOf(folder: string | undefined): Result<MessageEnvelope | null> {
  if (folder === undefined) return done(null)
  const message = readMessage(folder)
  return message.ok ? done(message.value.envelope) : message
}
