// A stage that sees one message at a time and does what its `config.do` says: the subject of the tests of steps. Bundled by
// test/daemon/stages/stepWorld.ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runEach } from '../../helpers/each.ts'
import { propose, writeRecord } from '../../helpers/eachOutput.ts'
import type { Each, EachTask } from '../../helpers/eachTask.ts'
import { done, refused } from '../../protocol/refusal.ts'

const textOf = (task: EachTask): string => readFileSync(join(task.inputs['mail'] ?? '', 'body.txt'), 'utf8')

const BEHAVIOURS: Record<string, Each> = {
  record: task => {
    writeRecord(task, 'records', { text: textOf(task).slice(0, 40) })
    return done([])
  },
  'record-async': async task => {
    await Promise.resolve()
    writeRecord(task, 'records', { text: textOf(task).slice(0, 40) })
    return done(['waited'])
  },
  folder: task => {
    writeFileSync(join(task.outputs['folders'] ?? '', 'body.txt'), textOf(task))
    return done([])
  },
  propose: task => {
    propose(task, 0, { op: 'flag.add', to: 'seen', nonce: 'x'.repeat(32) })
    return done([])
  },
  nothing: () => done(['nothing to say']),
  refuse: () => refused('wrong-shape', { is: 'the message is not for me', wanted: 'another', fix: 'none' }),
  'refuse-some': task =>
    textOf(task).includes('bad')
      ? refused('wrong-shape', { is: 'the message is bad', wanted: 'a good one', fix: 'none' })
      : (writeRecord(task, 'records', { text: 'good' }), done([])),
  list: task => done([`${readdirSync(join(task.inputs['mail'] ?? '', '..')).length} names`]),
  throw: () => {
    throw new RangeError('mail text')
  },
}

runEach((task, tools) => {
  const { do: behaviour } = task.config as { do: string }
  const each = BEHAVIOURS[behaviour]
  if (!each) throw new Error('no such behaviour')
  return each(task, tools)
})
