// What is an error of the system and what is not.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errnoOf } from '../../files/errnoOf.ts'

test('errnoOf names system errors and nothing else', () => {
  const read = () => {
    try {
      return readFileSync('/nowhere/at/all')
    } catch (error) {
      return errnoOf(error)
    }
  }
  expect(read()).toBe('ENOENT')
  expect(errnoOf(new Error('x'))).toBeUndefined()
  expect(errnoOf(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined()
  expect(errnoOf('ENOENT')).toBeUndefined()
})
