// An account of a test whose changes are on the disk, so that a process that is killed leaves them: one folder a change, which can be
// made once. Asked for one that is there, it leaves a mark, since nobody may ask. Relies on mkdir(2) being one step.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAdapter } from '../../../daemon/adapters/adapters.ts'
import { VERBS } from '../../../protocol/adapter.ts'
import { done } from '../../../protocol/refusal.ts'

/** `answers`: whether it can tell what it has done. */
export function diskAccount(folder: string, answers: 'truly' | 'unknown'): OpenAdapter {
  const path = (nonce: string) => join(folder, 'effects', nonce)
  return () =>
    Promise.resolve(
      done({
        about: 'a fake',
        capabilities: {
          multi_collection: true,
          server_search: false,
          atomic_move: false,
          push: false,
          id_stability: 'stable' as const,
          credential_scopable: false,
          keywords: true,
          verbs: [...VERBS],
        },
        list: () => Promise.reject(new Error('Cannot list: nobody should ask')),
        fetch: () => Promise.reject(new Error('Cannot fetch: nobody should ask')),
        apply: ({ nonce }) => {
          if (existsSync(path(nonce))) writeFileSync(join(folder, 'twice'), nonce)
          else mkdirSync(path(nonce))
          // A step between the effect and its answer.
          writeFileSync(join(folder, 'answered'), nonce)
          return Promise.resolve(done('since'))
        },
        wasApplied: nonce =>
          Promise.resolve(done(answers === 'unknown' ? answers : existsSync(path(nonce)) ? 'yes' : 'no')),
        close: () => Promise.resolve(),
      }),
    )
}

export const effectsIn = (folder: string): string[] => readdirSync(join(folder, 'effects'))
export const isTwice = (folder: string): boolean => existsSync(join(folder, 'twice'))
