// The places that the starter tells the mail helper, as they cross the process boundary: one argument after the profile. Relies
// on the profile for what may be read: a place that it does not cover cannot be opened.
import * as z from 'zod/mini'
import { AbsolutePath } from './profile.ts'

/**
 * Every path is real where it exists. `config`: twin.toml, read again after confinement for the scope. `mail`: state/mail, with
 * requests, answers, copies. `store`: the folder that Mail keeps as ~/Library/Mail. `sqlite`: better-sqlite3's native file.
 * `before`: what could be told before confinement: names in the store, or why it could not be listed.
 */
export const MailPlaces = z.readonly(
  z.strictObject({
    config: AbsolutePath,
    mail: AbsolutePath,
    store: AbsolutePath,
    accountsDb: AbsolutePath,
    sqlite: AbsolutePath,
    before: z.readonly(
      z.strictObject({
        entries: z.nullable(z.int().check(z.minimum(0))),
        problem: z.nullable(z.string().check(z.maxLength(32))),
      }),
    ),
  }),
)
export type MailPlaces = z.infer<typeof MailPlaces>
