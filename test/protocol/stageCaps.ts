// The caps of the stages that extract, ground, decide and draft: where each has a case at the cap and one past it. Part of
// limits.test.ts.
import { modelText } from '../../helpers/modelText.ts'
import { lintDraft } from '../../helpers/stages/draft-lint/lintDraft.ts'
import { Draft, LintedDraft } from '../../protocol/draft.ts'
import { PlaceholderMap } from '../../protocol/placeholderMap.ts'
import { ClassifyConfig, DraftLintConfig, ExtractConfig, ReasonConfig } from '../../protocol/stageConfigs.ts'
import { mail } from '../helpers/stages/stageHere.ts'

const times = <T>(amount: number, value: T): T[] => Array.from({ length: amount }, () => value)
const letters = (amount: number): string => `😀${'x'.repeat(amount - 1)}`
const draft = { to: ['a@b.test'], subject: 's', body: 'b' }
const linted = { ...draft, cc: [], urls: [], flags: [], raw: 'r', original: draft }
const isDraft = (changes: object): boolean => Draft.safeParse({ ...draft, ...changes }).success
const isLinted = (changes: object): boolean => LintedDraft.safeParse({ ...linted, ...changes }).success
const schema = { type: 'object', properties: {} }
const extracts = (changes: object): boolean =>
  ExtractConfig.safeParse({ engine: 'rules', schema, ...changes }).success
const config = DraftLintConfig.parse({ allow: ['@b.test'] })
const passes = (body: string): boolean => lintDraft({ ...draft, body }, { config, envelope: null, now: 0 }).ok

export const HERE = {
  DRAFT_RECIPIENTS: [
    (amount: number) => isDraft({ to: times(amount, 'a@b.test') }),
    (amount: number) => isDraft({ cc: times(amount, 'a@b.test') }),
  ],
  DRAFT_BODY_CHARS: (amount: number) => isDraft({ body: letters(amount) }),
  DRAFT_URLS: [
    (amount: number) => isLinted({ urls: times(amount, 'http://a.test/') }),
    (amount: number) => passes(times(amount, 'http://a.test/').join('\n')),
  ],
  DRAFT_FLAGS: (amount: number) => isLinted({ flags: times(amount, { where: 'to', sentence: 's' }) }),
  DRAFT_BYTES: (amount: number) => isLinted({ raw: 'x'.repeat(amount) }),
  STAGE_RULES: [
    (amount: number) => ClassifyConfig.safeParse({ schema, classes: times(amount, { name: 'a' }) }).success,
    (amount: number) => ReasonConfig.safeParse({ rules: times(amount, {}) }).success,
  ],
  INSTRUCTIONS_CHARS: (amount: number) => extracts({ instructions: 'x'.repeat(amount) }),
  MODEL_BODY_CHARS: (amount: number) => !modelText(mail(), 'x'.repeat(amount)).cut,
  PLACEHOLDERS: (amount: number) =>
    PlaceholderMap.safeParse({
      v: 1,
      entries: Array.from({ length: amount }, (_, n) => ({ placeholder: `⟪TEXT-${n + 1}⟫`, value: `${n}` })),
    }).success,
} as const
