// A draft is proposed by draft-lint alone, as what it has made of it, and as what stands in its bytes. Relies on runSite.ts for a run,
// a spool and an account.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { DRAFT_RECORD_BYTES } from '../../../protocol/limits.ts'
import { AUTO } from '../spool/mailSite.ts'
import { approve, valueOf } from '../spool/site.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { A, B, only, runSite } from './runSite.ts'

const DRAFT = { op: 'draft', to: null }
const LINT = { proposes: ['draft', 'send'] as const, rules: { auto: ['draft'], deny: [], rate: '9/h' } }
const linted = (changes: object = {}): object => {
  const draft = { to: ['ann@example.org'], cc: [], subject: 'yes', body: 'I agree.' }
  const raw = rawMessage({ ...draft, from: null, inReplyTo: null, references: [], now: 1_764_480_000 })
  return {
    ...draft,
    urls: [],
    flags: [],
    raw,
    original: { to: draft.to, subject: 'yes', body: 'I agree.' },
    ...changes,
  }
}

describe('a draft', () => {
  /** A step of draft-lint: its output for A is `record`, and it proposes the draft of A. */
  async function drafted(record: object | string | null, name = `${A}.json`) {
    const site = runSite(AUTO)
    const drafts = temporaryFolder()
    if (record !== null)
      writeFileSync(join(drafts, name), typeof record === 'string' ? record : JSON.stringify(record))
    site.write(`${A}.0.json`, site.line(DRAFT))
    return { site, came: await site.takeOver({ ...LINT, drafts }) }
  }
  test('is proposed as draft-lint has left it, and its bytes are put into the drafts', async () => {
    const { site, came } = await drafted(linted())
    expect(came).toMatchObject({ applied: 1, rejected: 0 })
    expect(site.account.effects).toEqual(['draft -> Drafts'])
    expect(site.account.raws[0]).toContain('To: ann@example.org\r\n')
  })
  test.each([
    ['no output of draft-lint', null, undefined],
    ['the output for another message', linted(), `${B}.json`],
    ['an output of another shape', '{"to":["ann@example.org"]}', undefined],
    ['an output that is no JSON', 'x', undefined],
    ['bytes with another recipient than it says', linted({ to: ['bob@example.org'] }), undefined],
    ['bytes with another text than it says', linted({ body: 'I do not agree.' }), undefined],
    [
      'bytes with a hidden copy',
      linted({ raw: 'Bcc: eve@example.org\r\nTo: ann@example.org\r\n\r\nx\r\n' }),
      undefined,
    ],
  ])('of which there is %s is rejected', async (_, record, name) => {
    const { site, came } = await drafted(record, name)
    expect(came).toMatchObject({ applied: 0, pending: 0, rejected: 1 })
    expect(site.account.effects).toEqual([])
  })
  test('of a record of the cap is taken and one of a byte more is rejected', async () => {
    const record = JSON.stringify(linted())
    const padded = (bytes: number) => record + ' '.repeat(bytes - record.length)
    expect((await drafted(padded(DRAFT_RECORD_BYTES))).came).toMatchObject({ applied: 1 })
    expect((await drafted(padded(DRAFT_RECORD_BYTES + 1))).came).toMatchObject({ rejected: 1 })
  })
  test('of a step that is not draft-lint is rejected, whatever its manifest says', async () => {
    const site = runSite(AUTO)
    site.write(`${A}.0.json`, site.line(DRAFT))
    expect(await site.takeOver({ ...LINT, drafts: null })).toMatchObject({
      rejected: 1,
      reasons: only('only draft-lint proposes a draft, of what it has made of it'),
    })
  })
  test('that is to be sent waits at most, and is refused by an account that sends nothing', async () => {
    const site = runSite({ 'mail.send': 'propose' })
    const drafts = temporaryFolder()
    writeFileSync(join(drafts, `${A}.json`), JSON.stringify(linted()))
    site.write(`${A}.0.json`, site.line({ op: 'send', to: null }))
    expect(await site.takeOver({ ...LINT, drafts })).toMatchObject({ applied: 0, pending: 1 })
    expect(valueOf(await approve(site, site.idsIn('pending')))).toMatchObject([
      { state: 'refused', why: 'an account of this kind cannot do send', risk: 'high' },
    ])
    expect(site.account.effects).toEqual([])
  })
})
