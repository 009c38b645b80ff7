// Puts together what the verbs work with. Relies on the clock of this machine for the names of new files.
import { makeFolder } from '../../../files/makeFolder.ts'
import type { Acts } from './acts.ts'
import type { Workshop } from './workshop.ts'
import { openLinkedNames } from './linkedNames.ts'
import { openJournal } from './journal.ts'
import type { Locator } from './locate.ts'

/** `root`: of the Maildir, in bytes. `journal`: the folder of the notes, made where it is missing. */
export interface WorkshopParts {
  readonly root: string
  readonly journal: string
  readonly locator: Locator
  readonly acts: Acts
}

export function openWorkshop({ root, journal, locator, acts }: WorkshopParts): Workshop {
  makeFolder(journal)
  const now = () => Math.floor(Date.now() / 1_000)
  return {
    root,
    acts,
    locator,
    journal: openJournal(journal, acts, now),
    linked: openLinkedNames(root, locator),
    now,
  }
}
