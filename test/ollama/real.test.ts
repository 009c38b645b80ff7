// The contract against the real Ollama of this machine: `npm run test:ollama`. TWIN_OLLAMA_MODEL and TWIN_OLLAMA_THINK choose
// the model and how it thinks; without them the first local model of the list, not thinking. Skips where none answers.
import { test } from 'vitest'
import { contract } from './contract.ts'

const HOST = 'http://127.0.0.1:11434'
const THINK = ['off', 'on', 'low', 'medium', 'high'] as const

interface Found {
  readonly model: string
  readonly think: (typeof THINK)[number]
}

/** The model to use, or why there is none. */
async function find(): Promise<Found | string> {
  if (process.env['TWIN_OLLAMA'] !== '1') return 'TWIN_OLLAMA is not 1'
  const signal = AbortSignal.timeout(3_000)
  const reply = await fetch(`${HOST}/api/tags`, { signal }).catch(() => undefined)
  if (!reply?.ok) return `no Ollama answers at ${HOST}`
  const { models } = (await reply.json()) as { models: { name: string; remote_host?: string }[] }
  const model = process.env['TWIN_OLLAMA_MODEL'] ?? models.find(({ remote_host }) => !remote_host)?.name
  const think = THINK.find(value => value === process.env['TWIN_OLLAMA_THINK'])
  if (model === undefined) return 'Ollama has no model that runs here'
  return { model, think: think ?? (model.startsWith('gpt-oss') ? 'low' : 'off') }
}

const found = await find()
if (typeof found === 'string')
  test.skip(`the real Ollama keeps the contract of a model server: ${found}`, () => undefined)
else
  contract('the real Ollama', () =>
    Promise.resolve({ ...found, port: 11_434, host: HOST, timeout: 120_000, close: () => Promise.resolve() }),
  )
