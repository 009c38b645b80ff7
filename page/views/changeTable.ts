// Before and after of everything that a decision would change, each value as it stands. Relies on what the operation foresees now.
import { html } from 'hono/html'
import { counted } from '../../protocol/text/counted.ts'
import type { ProposalShown } from '../../protocol/proposalShown.ts'
import { exactly, type Html, mixedNotice } from '../words.ts'

/** '' where nothing is foreseen: a command has facts instead. */
export function changeTable(shown: readonly ProposalShown[]): Html | '' {
  const changes = shown.flatMap(({ foreseen }) => foreseen?.changes ?? [])
  const more = shown.reduce((sum, { foreseen }) => sum + (foreseen?.more ?? 0), 0)
  if (changes.length === 0) return ''
  return html`<table class="stack">
      <caption>
        What changes: ${counted(changes.length + more, 'thing')}
      </caption>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          ({ id, before, after }) =>
            html`<tr>
              <td data-head="What">${exactly(id)} ${mixedNotice(id)}</td>
              <td data-head="Before">${exactly(before)}</td>
              <td data-head="After">${exactly(after)} ${mixedNotice(after)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${more > 0 ? html`<p class="soft">and ${more} more of the same kind</p>` : ''}`
}
