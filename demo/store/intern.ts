// Tables that hold each text once (subjects, summaries, addresses): a text's ROWID, inserted when first seen. Keys follow the
// columns' collations, RTRIM and NOCASE, or a UNIQUE index would refuse the second. Relies on inserter.ts.
import type { Insert } from './inserter.ts'
import type { PersonSpec } from '../storeSpec.ts'

export interface Intern {
  readonly subject: (text: string) => number
  readonly summary: (text: string) => number
  readonly address: (person: PersonSpec) => number
}

export function interning(insert: Insert): Intern {
  const once = (table: string) => {
    const rows = new Map<string, number>()
    return (key: string, row: Record<string, string>): number => {
      const known = rows.get(key)
      if (known !== undefined) return known
      const made = insert(table, row)
      if (made === undefined) throw new RangeError(`Cannot build: this layout has no ${table}`)
      rows.set(key, made)
      return made
    }
  }
  const subjects = once('subjects')
  const summaries = once('summaries')
  const addresses = once('addresses')
  return {
    subject: text => subjects(text.replace(/ +$/, ''), { subject: text }),
    summary: text => summaries(text.replace(/ +$/, ''), { summary: text }),
    address: ({ name, address }) => addresses(`${foldAscii(address)}\0${name}`, { address, comment: name }),
  }
}

/** NOCASE folds A to Z and nothing else. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())
