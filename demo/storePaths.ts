// Where the parts of a generated store lie in its folder. Relies on nothing.
import { join } from 'node:path'

export interface StorePaths {
  /** What Mail keeps as ~/Library/Mail; `store` in twin.toml. */
  readonly mail: string
  readonly version: string
  readonly mailData: string
  /** The Envelope Index; its -wal and -shm lie beside it. */
  readonly index: string
  /** `accounts_db` in twin.toml. */
  readonly accountsDb: string
}

export function storePaths(folder: string): StorePaths {
  const mail = join(folder, 'Mail')
  const version = join(mail, 'V10')
  const mailData = join(version, 'MailData')
  return {
    mail,
    version,
    mailData,
    index: join(mailData, 'Envelope Index'),
    accountsDb: join(folder, 'Accounts4.sqlite'),
  }
}
