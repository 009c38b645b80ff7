// A stage that sees the set and does what its `config.do` says. Bundled by test/daemon/stages/performSet.test.ts.
import * as fs from 'node:fs'
import { join } from 'node:path'
import { runStage, type Serve } from '../../helpers/confined.ts'
import { done } from '../../protocol/refusal.ts'
import { endOf } from '../../protocol/stage.ts'

const codeOf = (act: () => unknown): string => {
  try {
    act()
    return 'done'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

const BEHAVIOURS: Record<string, Serve> = {
  records: ({ inputs, outputs }) => {
    const handles = fs
      .readFileSync(inputs['manifest'] ?? '', 'utf8')
      .trim()
      .split('\n')
    for (const handle of handles) {
      const text = fs.readFileSync(join(inputs['mail'] ?? '', handle, 'body.txt'), 'utf8')
      fs.writeFileSync(join(outputs['records'] ?? '', `${handle}.json`), JSON.stringify({ text }))
    }
    fs.writeFileSync(join(outputs['digest'] ?? '', 'digest.md'), `${handles.length} messages`)
    return endOf(done(['read all']))
  },
  hostile: ({ inputs, outputs }) => {
    const [first, second] = fs
      .readFileSync(inputs['manifest'] ?? '', 'utf8')
      .trim()
      .split('\n')
    const records = outputs['records'] ?? ''
    fs.writeFileSync(join(records, `${first}.json`), '{"text":1}')
    fs.mkdirSync(join(records, `${second}.json`))
    fs.writeFileSync(join(records, 'h_22222222222222222222222222.json'), '{"text":"x"}')
    fs.writeFileSync(join(outputs['digest'] ?? '', 'a'), '')
    fs.writeFileSync(join(outputs['digest'] ?? '', 'b'), '')
    return endOf(done([]))
  },
  look: ({ inputs, config }) => {
    const { handle } = config as { handle: string }
    const list = codeOf(() => fs.readdirSync(inputs['mail'] ?? ''))
    const one = codeOf(() => fs.readFileSync(join(inputs['mail'] ?? '', handle, 'body.txt')))
    return endOf(done([`manifest ${'manifest' in inputs}, list ${list}, one ${one}`]))
  },
  refuse: () => ({
    type: 'refused',
    refusal: { code: 'model-absent', is: 'no model', wanted: 'one', fix: 'x' },
  }),
  crash: () => process.exit(7),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000)),
}

runStage((start, tools) => {
  const { do: name } = start.config as { do: string }
  const serve = BEHAVIOURS[name]
  if (!serve) throw new Error('no such behaviour')
  return serve(start, tools)
})
