// What was decided and what came of it, and the end of the audit log. Relies on proposals.list and audit.list.
import { html } from 'hono/html'
import { AuditShown } from '../../protocol/auditShown.ts'
import { ProposalsListed } from '../../protocol/proposalShown.ts'
import { ask } from '../ask.ts'
import { layout } from '../layout.ts'
import { type Html, moment, words } from '../words.ts'
import { type Asking, refusalNotice } from './view.ts'

const DECIDED = [
  ['stuck', 'Stuck: nobody knows whether it was done', 'bad'],
  ['applied', 'Applied', 'good'],
  ['refused', 'Refused', 'plain'],
] as const

export async function history(asking: Asking): Promise<Html> {
  const { world, session, signal } = asking
  const audit = await ask(world.gate, { name: 'audit.list', signal }, AuditShown)
  const sections: Html[] = []
  for (const [state, title, tag] of DECIDED) {
    const found = await ask(
      world.gate,
      { name: 'proposals.list', input: { states: [state] }, signal },
      ProposalsListed,
    )
    if (!found.ok) sections.push(refusalNotice(found.refusal))
    else if (found.value.proposals.length > 0) sections.push(decided(title, tag, found.value))
  }
  return layout(session, 'history', {
    title: 'History',
    body: html`${sections.length > 0 ? sections : html`<p class="card">Nothing has been decided yet.</p>`}
    ${audit.ok ? tail(audit.value) : refusalNotice(audit.refusal)}`,
  })
}

const decided = (title: string, tag: string, { proposals, more }: ProposalsListed): Html =>
  html`<section class="card">
    <h2>${title}</h2>
    <ol class="plain">
      ${proposals.map(
        ({ id, sentence, proposer, created, why, state }) =>
          html`<li>
            <p><span class="tag ${tag}">${state}</span>${words(sentence)}</p>
            <p class="soft">
              ${id}, from ${words(proposer)}, proposed
              ${moment(created)}${why === null ? '' : html`: ${words(why)}`}
            </p>
          </li>`,
      )}
    </ol>
    ${more > 0 ? html`<p class="soft">${more} more are not listed here.</p>` : ''}
  </section>`

function tail({ records, unreadable }: AuditShown): Html {
  const changes = records.filter(({ event, outcome }) => event !== 'call' || outcome !== 'done')
  const unknown = records.filter(({ outcome }) => outcome === 'unknown')
  return html`<section class="card">
    <h2>Audit, the newest first</h2>
    <p class="soft">
      Of the newest ${records.length} records those that are more than a read: ${changes.length}. All:
      <code>twin audit</code>.
    </p>
    ${unknown.length > 0 ? html`<p class="notice">Outcome unknown after a crash: ${unknown.map(({ seq }) => `no. ${seq}`).join(', ')}.</p>` : ''}
    ${unreadable > 0 ? html`<p class="notice bad">${unreadable} lines are no records: <code>twin audit verify</code>.</p>` : ''}
    <table class="stack">
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Outcome</th>
        </tr>
      </thead>
      <tbody>
        ${changes.map(
          ({ seq, time, caller, event, operation, outcome, code }) =>
            html`<tr>
              <td data-head="No.">${seq}</td>
              <td data-head="When">${moment(Math.floor(time / 1000))}</td>
              <td data-head="Who">${words(caller)}</td>
              <td data-head="What">${event}${operation === null ? '' : html` <code>${operation}</code>`}</td>
              <td data-head="Outcome">${outcome ?? ''}${code === null ? '' : ` (${code})`}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
