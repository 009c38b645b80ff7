// `twin ui`: the link that it prints, and what it says where no twind serves the page. Relies on a session whose calls are
// scripted.
import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { Answer, Session } from '../../../cli/answer.ts'
import { ui } from '../../../cli/commands/ui.ts'
import type { Outcome } from '../../../protocol/call.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'

async function run(
  answer: Result<Outcome>,
): Promise<{ result: Result<Answer> | undefined; asked: unknown[] }> {
  const asked: unknown[] = []
  const session = {
    call: (...call: unknown[]) => {
      asked.push(call)
      return Promise.resolve(answer)
    },
  } as unknown as Session
  const results: Result<Answer>[] = []
  const root = new Command().exitOverride()
  ui(root, async (_command, action) => void results.push(await action(session)))
  await root.parseAsync(['ui'], { from: 'user' })
  return { result: results[0], asked }
}

test('twin ui confirms the opening and prints the link alone on its line', async () => {
  const output = { link: 'http://127.0.0.1:4711/open/abc', expires: 1 }
  const { result, asked } = await run(done({ outcome: 'done', provenance: 'twin', output }))
  expect(asked).toEqual([['ui.open', {}, true]])
  if (!result?.ok) throw new Error('twin ui was refused')
  expect(result.value.json).toEqual(output)
  expect(result.value.lines[0]).toEqual([{ text: output.link, style: 'heading' }])
})

test('twin ui hands on the refusal of a twin that has no page', async () => {
  const absent = refused('not-running', { is: 'twind does not run', wanted: 'a twind', fix: 'start it' })
  expect((await run(absent)).result).toEqual(absent)
})
