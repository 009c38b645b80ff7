// System errors become refusals at the edge to the file system; bugs of our own go on as they came.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attempt, attemptSteps } from '../../daemon/attempt.ts'
import { done } from '../../protocol/refusal.ts'

const throwing = (code: string) => () => {
  throw Object.assign(new Error('secret'), { code, errno: -1 })
}

test('attempt turns a system error into a refusal of the given code, without its message', () => {
  const result = attempt('vault', 'the note', () => readFileSync('/no/such/file'))
  expect(result).toMatchObject({
    ok: false,
    refusal: { code: 'vault', is: 'the note cannot be used (ENOENT)' },
  })
})

test('attempt calls a full disk by its name whatever the code', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
    expect(attempt('vault', 'the note', throwing(code))).toMatchObject({
      refusal: { code: 'disk', is: expect.stringContaining('the disk is full') },
    })
})

test('attempt and attemptSteps let a bug of our own through', async () => {
  const bug = () => {
    throw new TypeError('bug')
  }
  expect(() => attempt('disk', 'x', bug)).toThrow(TypeError)
  await expect(attemptSteps('disk', 'x', async () => bug())).rejects.toThrow(TypeError)
})

test('attemptSteps hands on a refusal of a step and turns a system error into one', async () => {
  expect(await attemptSteps('disk', 'x', async () => done(1))).toEqual(done(1))
  expect(await attemptSteps('disk', 'x', async () => throwing('EACCES')())).toMatchObject({
    refusal: { code: 'disk', is: 'x cannot be used (EACCES)' },
  })
})
