// Adds an account: looks at the name and the place, asks the confined adapter what is there, and only then writes twin.toml. Relies on
// addAccount.ts for the writing.
import * as z from 'zod/mini'
import type { AccountAdded } from '../../protocol/accountsShown.ts'
import { Account, PARSED } from '../../protocol/configTables.ts'
import { expand } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { Context } from '../gate/operation.ts'
import { placeProblem } from './accountPlace.ts'
import { addAccount } from './addAccount.ts'

export interface NewAccountAsked {
  readonly adapter: 'maildir'
  readonly path: string
  readonly name: string
}

/** Refused where the name is taken, the place overlaps with another, or the adapter finds no mailbox there. */
export async function newAccount(
  { world, signal }: Context,
  { adapter, path, name }: NewAccountAsked,
): Promise<Result<z.infer<typeof AccountAdded>>> {
  const { config } = world.configuration()
  if (Object.hasOwn(config.accounts, name)) return taken(name, 'twin.toml has an account of this name')
  if (name === PARSED) return taken(name, 'the store itself uses this name')
  const place = expand(path, world.home)
  const problem = placeProblem(config, world, { name, path: place })
  if (problem !== undefined) return misplaced(problem)
  const there = await world.store.look(name, z.parse(Account, { adapter, path: place }), signal)
  if (!there.ok) return there
  const text = addAccount(world.paths.twinToml, { name, adapter, path: place })
  return text.ok ? done({ name, file: world.paths.twinToml, text: text.value, ...there.value }) : text
}

const taken = (name: string, is: string) =>
  refused('bad-request', {
    is,
    wanted: 'a name of its own for each account',
    fix: `choose another name than ${name}`,
  })

const misplaced = (problem: string) =>
  refused('bad-request', {
    is: `the folder ${problem}`,
    wanted: 'a folder with nothing but the mail of one account in it',
    fix: 'name the folder of the mailbox itself',
  })
