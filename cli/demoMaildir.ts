// What `twin demo maildir` does: a sample Maildir in a folder that is not there yet, or is empty. Relies on demo/maildir for the mail.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { errnoOf } from '../files/errnoOf.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { styled, type Answer, type Session } from './answer.ts'
import { loadEngine } from './loadEngine.ts'

/** `folder`: as it was typed. */
export async function demoMaildir(session: Session, folder: string): Promise<Result<Answer>> {
  const path = resolve(folder)
  const write = await loadEngine().loadMaildir()
  try {
    makeFolder(path)
    if (readdirSync(path).length > 0) return unusable(path, 'is not empty')
    write(path, Math.floor(session.now() / 1_000))
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return unusable(path, `answers ${errno}`)
  }
  return done({
    json: { folder: path },
    lines: [
      ['A Maildir with about forty generated messages: ', styled('heading', path)],
      [`To let twin read it: twin accounts add maildir ${shellWord(path)} --name home`],
    ],
  })
}

/** As a shell takes it for one word. */
const shellWord = (path: string): string =>
  /^[\w./~-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`

const unusable = (folder: string, is: string) =>
  refused('usage', {
    is: `the folder ${JSON.stringify(folder)} ${is}`,
    wanted: 'an empty folder, or a name that is not there yet',
    fix: 'name another folder',
  })
