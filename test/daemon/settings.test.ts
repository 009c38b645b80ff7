// What twin remembers in single words.
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../daemon/database.ts'
import { settings } from '../../daemon/settings.ts'
import { temporaryFolder } from './temporaryFolder.ts'

function opened() {
  const database = openDatabase(`${temporaryFolder()}/state/twin.db`)
  if (!database.ok) throw new Error(database.refusal.is)
  onTestFinished(() => void database.value.close())
  return settings(database.value)
}

test('settings gives the value that was put last, and none once it was removed', () => {
  const { get, put, remove } = opened()
  expect(get('a.b')).toBeUndefined()
  put('a.b', 'one')
  put('a.b', 'two')
  expect(get('a.b')).toBe('two')
  remove('a.b')
  expect(get('a.b')).toBeUndefined()
})
test('settings lists those whose keys begin with a prefix, and no others', () => {
  const { put, under } = opened()
  put('job.group.x', '1')
  put('job.groups', '2')
  put('x.job.group.y', '3')
  expect(under('job.group.')).toEqual([{ key: 'job.group.x', value: '1' }])
})
