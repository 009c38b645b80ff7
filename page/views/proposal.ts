// One decision: what twin would do in its own words, before and after, every argument as it stands, the proposer's words apart and
// last, then the two forms, or the command for a terminal. Relies on shown.ts for every text that is not twin's own.
import { html } from 'hono/html'
import { mayApprove } from '../../daemon/gate/approval.ts'
import type { Refusal } from '../../protocol/refusal.ts'
import { formProof } from '../oneSession.ts'
import type { Decision } from '../decision.ts'
import { at, layout } from '../layout.ts'
import { pending } from '../pending.ts'
import { counted, exactly, type Html, lines, moment, words } from '../shown.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function proposal(asking: Asking): Promise<Html> {
  const waiting = await pending(asking)
  if (!waiting.ok) return decisionPage(asking, null, waiting.refusal)
  const found = waiting.value.decisions.find(({ first }) => first.id === asking.id)
  return decisionPage(asking, found ?? null, null)
}

/** `problem`: why the last attempt came to nothing. */
export const decisionPage = (asking: Asking, decision: Decision | null, problem: Refusal | null): Html =>
  layout(asking.session, 'proposals', {
    title: decision ? 'Decide' : 'Nothing to decide',
    body: html`${problem ? refusalNotice(problem) : ''}
    ${
      decision
        ? whole(asking, decision)
        : html`<p class="card">
            This proposal does not wait for you (any more).
            <a href="${at(asking.session, 'proposals')}">What waits</a>
          </p>`
    }`,
  })

function whole(asking: Asking, decision: Decision): Html {
  const { first, all } = decision
  return html`<section class="card" aria-labelledby="what">
      <h2 id="what">${words(first.sentence)}</h2>
      ${all.length > 1 ? html`<p><b>${all.length} alike, one decision.</b></p>` : ''} ${riskLine(decision)}
      ${all.map((one, index) => details(one, all.length > 1 ? index + 1 : null))}
      <dl class="facts">
        <dt>Proposed by</dt>
        <dd>${words(first.proposal.proposer)}</dd>
        <dt>Proposed</dt>
        <dd>${moment(first.proposal.created)}</dd>
        <dt>Waits until</dt>
        <dd>${moment(first.proposal.expires)}</dd>
        <dt>Digest</dt>
        <dd class="digest exact"><b>${decision.digest.slice(0, 4)}</b>${decision.digest.slice(4)}</dd>
      </dl>
      ${prose(decision)}
    </section>
    ${approving(asking, decision)} ${refusing(asking, decision)}`
}

const riskLine = ({ first: { risk } }: Decision): Html =>
  risk === 'high'
    ? html`<p>
        <span class="tag bad">High risk</span> It cannot be undone, reaches beyond this machine, or comes from
        an agent.
      </p>`
    : html`<p><span class="tag good">Low risk</span> It can be undone and stays on this machine.</p>`

function details({ facts, changes }: Decision['first'], number: number | null): Html {
  return html`${number === null ? '' : html`<h3>Number ${number}</h3>`}
    ${
      changes.length === 0
        ? ''
        : html`<table class="stack">
            <caption>
              What changes
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
                    <td data-head="What">${exactly(id)}</td>
                    <td data-head="Before">${exactly(before)}</td>
                    <td data-head="After">${exactly(after)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <dl class="facts">
      ${facts.map(
        ({ name, value }) =>
          html`<dt>${exactly(name)}</dt>
            <dd>${exactly(value)}</dd>`,
      )}
    </dl>`
}

/** Shown after the facts, so that no words can stand in their place. */
function prose({ all }: Decision): Html | '' {
  const said = [...new Set(all.map(one => one.proposal.prose))].filter(text => text !== '')
  if (said.length === 0) return ''
  return html`<h3>What the proposer says of it</h3>
    <p class="soft">These are not twin's words; they can say anything.</p>
    ${said.map(text => html`<div class="theirs">${lines(text)}</div>`)}`
}

function approving({ world, session }: Asking, { first, all, digest }: Decision): Html {
  const channel = { door: 'ui', agent: null, terminal: false } as const
  if (!mayApprove(channel, first.risk, world.configuration().config))
    return html`<section class="card" aria-labelledby="yes">
      <h2 id="yes">Approve</h2>
      <p>
        ${first.risk === 'high' ? 'High risk is approved in a terminal only:' : 'This page may not approve ([ui] approve in twin.toml). In a terminal:'}
      </p>
      <code class="command">twin proposals approve ${all.map(one => one.id).join(' ')}</code>
    </section>`
  return html`<section class="card" aria-labelledby="yes">
    <h2 id="yes">Approve</h2>
    <form class="line" method="post" action="${at(session, 'approve')}">
      <input type="hidden" name="proof" value="${formProof(session, 'approve', digest)}" />
      <input type="hidden" name="digest" value="${digest}" />
      <div>
        <label for="typed">The first four characters of the digest</label>
        <input
          id="typed"
          name="typed"
          type="text"
          required
          maxlength="4"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
        />
      </div>
      <button>Approve ${all.length > 1 ? counted(all.length, 'proposal') : ''}</button>
    </form>
  </section>`
}

const refusing = ({ session }: Asking, { all, digest }: Decision): Html =>
  html`<section class="card" aria-labelledby="no">
    <h2 id="no">Refuse</h2>
    <form method="post" action="${at(session, 'refuse')}">
      <input type="hidden" name="proof" value="${formProof(session, 'refuse', digest)}" />
      <input type="hidden" name="digest" value="${digest}" />
      <button class="quiet">Refuse ${all.length > 1 ? counted(all.length, 'proposal') : ''}</button>
    </form>
  </section>`
