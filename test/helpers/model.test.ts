// Which names and records mean that a model runs elsewhere, and which entry of the list is the configured model.
import { describe, expect, test } from 'vitest'
import { identifyModel, isCloudTag } from '../../helpers/model.ts'

describe('isCloudTag', () => {
  test.each([
    'a:cloud',
    'a:CLOUD',
    'a:20b-cloud',
    'user/a:20b-Cloud',
    'hf.co/user/a:x-cloud',
    'a:cloud:local',
    'a:20b:cloud',
  ])('isCloudTag sees that Ollama would forward %s', name => expect(isCloudTag(name)).toBe(true))
  test.each([
    'a',
    'cloud',
    'my-cloud',
    'my-cloud:7b',
    'cloud/a:7b',
    'a:cloudy',
    'localhost:5000/my-cloud',
    'a:local',
  ])('isCloudTag lets the local name %s through', name => expect(isCloudTag(name)).toBe(false))
})

describe('identifyModel', () => {
  const records = (...names: string[]) => ({
    version: { version: '0.32.15' },
    models: { models: names.map((name, index) => ({ name, digest: `digest-${index}`, size: 1 })) },
    record: { capabilities: ['completion', 'thinking'] },
  })
  const digest = (model: string, ...names: string[]) => {
    const found = identifyModel(model, records(...names), true)
    return found.ok ? found.value.digest : found.refusal.code
  }

  test('identifyModel takes the exact tag, without case, and latest where none is given', () => {
    expect(digest('gpt-oss:20b', 'gpt-oss:120b', 'gpt-oss:20b')).toBe('digest-1')
    expect(digest('GPT-OSS:20B', 'gpt-oss:20b')).toBe('digest-0')
    expect(digest('llama3', 'llama3:8b', 'llama3:latest')).toBe('digest-1')
    expect(digest('llama3:8b:local', 'llama3:8b')).toBe('digest-0')
    expect(digest('llama3', 'llama3:8b')).toBe('model-absent')
    expect(digest('gpt-oss:20b')).toBe('model-absent')
  })

  test('identifyModel refuses an entry of the list that points elsewhere, whatever the record says', () => {
    const listed = { models: [{ name: 'a:1b', digest: 'digest-0', remote_host: 'https://ollama.com' }] }
    const found = identifyModel('a:1b', { ...records(), models: listed }, false)
    expect(found).toMatchObject({ ok: false, refusal: { code: 'model-forwarded' } })
  })

  test('identifyModel asks for no thinking model where the configuration asks for no thinking', () => {
    const record = { capabilities: ['completion'] }
    expect(identifyModel('a:1b', { ...records('a:1b'), record }, false).ok).toBe(true)
    expect(identifyModel('a:1b', { ...records('a:1b'), record }, true).ok).toBe(false)
  })

  test.each([{ version: 3 }, { version: 'x'.repeat(65) }, null, 'x'])(
    'identifyModel refuses the version %j',
    version => {
      const found = identifyModel('a:1b', { ...records('a:1b'), version }, false)
      expect(found).toMatchObject({ ok: false, refusal: { code: 'model-unusable' } })
    },
  )

  test('identifyModel writes sentences that a note can show as they are', () => {
    for (const found of [
      identifyModel('a:1b', records(), false),
      identifyModel('a:cloud', records(), false),
      identifyModel('a:1b', { ...records('a:1b'), record: { capabilities: [] } }, true),
      identifyModel('a:1b', { ...records(), version: null }, true),
    ])
      expect(found.ok ? '' : found.refusal.is).toMatch(/^[A-Za-z][A-Za-z ]+$/)
  })
})
