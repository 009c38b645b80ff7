// How much an adapter may tell in one listing: without an end there is none, and what twind is told it keeps. Pure.
import { LISTING, PROBLEMS } from '../../protocol/limits.ts'
import type { Page } from './adapters.ts'

export interface ToldPage extends Pick<Page, 'messages' | 'gone' | 'problems'> {
  readonly final: boolean
}

/** Takes each page of one listing; false from the first on that says nothing and is not the last, or is over a cap. */
export function listingTally(): (page: ToldPage) => boolean {
  let [places, problems] = [0, 0]
  return page => {
    const said = page.messages.length + page.gone.length
    places += said
    problems += page.problems.length
    const isSomething = page.final || said + page.problems.length > 0
    return isSomething && places <= LISTING && problems <= PROBLEMS
  }
}
