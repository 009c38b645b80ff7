// Every argument of what is decided on, whole and as it stands: what alike proposals share once, then what differs, one by one.
// Relies on words.ts to name each character that does not show.
import { html } from 'hono/html'
import type { ProposalShown } from '../../protocol/proposalShown.ts'
import { exactly, type Html, mixedNotice, words } from '../words.ts'

type Fact = ProposalShown['facts'][number]

export function factLists(shown: readonly ProposalShown[]): Html {
  const [first] = shown
  const shared = first?.facts.filter(fact => shown.every(({ facts }) => facts.some(isLike(fact)))) ?? []
  const own = shown.map(({ facts, problem }) => ({
    facts: facts.filter(fact => !shared.some(isLike(fact))),
    problem,
  }))
  const differs = own.some(({ facts, problem }) => facts.length > 0 || problem !== null)
  return html`${list(shared)}
  ${
    differs
      ? html`<ol>
          ${own.map(({ facts, problem }) => html`<li>${list(facts)} ${problemNotice(problem)}</li>`)}
        </ol>`
      : ''
  }`
}

const isLike = (one: Fact) => (other: Fact) => one.name === other.name && one.value === other.value

function list(facts: readonly Fact[]): Html | '' {
  if (facts.length === 0) return ''
  return html`<dl class="facts">
    ${facts.map(
      ({ name, value }) =>
        html`<dt>${exactly(name)}</dt>
          <dd>${exactly(value)} ${mixedNotice(value)}</dd>`,
    )}
  </dl>`
}

const problemNotice = (problem: string | null): Html | '' =>
  problem === null ? '' : html`<p class="notice">As things are now: ${words(problem)}.</p>`
