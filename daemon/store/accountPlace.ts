// Where the mail of an account may lie: apart from twin's own folders and from every other account. Looks at names on disk. Relies on
// realPlace.ts, so that a second name of one place changes nothing.
import type { Config } from '../../protocol/config.ts'
import { expand } from '../../protocol/paths.ts'
import { liesIn, realPlace } from '../realPlace.ts'
import type { Places } from '../world.ts'

/** What is wrong with `path` for the account `name`, a predicate; undefined where nothing is. */
export function placeProblem(
  config: Pick<Config, 'accounts' | 'mail' | 'brief'>,
  { paths, home }: Places,
  { name, path }: { readonly name: string; readonly path: string },
): string | undefined {
  const place = realPlace(expand(path, home))
  const others = Object.entries(config.accounts).filter(([other]) => other !== name)
  const known = [
    ["twin's state", paths.state],
    ["twin's configuration", paths.config],
    ["the brief's folder", config.brief.folder],
    ['the mail store', config.mail.store],
    ...others.map(([other, account]) => [`the mail of accounts.${other}`, account.path] as const),
  ] as const
  const hit = known.find(([, other]) => {
    const there = realPlace(expand(other, home))
    return liesIn(place, there) || liesIn(there, place)
  })
  return hit && `overlaps with ${hit[0]}`
}

/** What "twin check" says of the accounts; sentences without a full stop. */
export const accountRemarks = (config: Config, places: Places): string[] =>
  Object.entries(config.accounts).flatMap(([name, { path, inbox, sent, trash }]) => {
    const problem = placeProblem(config, places, { name, path })
    return [
      ...(problem === undefined ? [] : [`accounts.${name}.path ${problem}: it is not read`]),
      ...(sent.length === 0
        ? [`accounts.${name}.sent is empty: nobody counts as known, since nobody was written to`]
        : []),
      ...([...sent, trash].includes(inbox)
        ? [`accounts.${name} names ${JSON.stringify(inbox)} as its inbox and for another use`]
        : []),
    ]
  })
