// One decision: what twin would do in its own words, before and after, every argument as it stands, the proposer's words apart and
// last, then the two forms, or the command for a terminal. Relies on words.ts for every text that is not twin's own.
import { html } from 'hono/html'
import { counted } from '../../protocol/text/counted.ts'
import { mayApprove } from '../../daemon/gate/approval.ts'
import type { ProposalShown } from '../../protocol/proposalShown.ts'
import type { Refusal } from '../../protocol/refusal.ts'
import { at, layout } from '../layout.ts'
import { formProof } from '../oneSession.ts'
import { details, pending, type Waiting } from '../pending.ts'
import { exactly, type Html, lines, moment, words } from '../words.ts'
import { changeTable } from './changeTable.ts'
import { factLists } from './factLists.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function proposal(asking: Asking): Promise<Html> {
  const waiting = await pending(asking)
  if (!waiting.ok) return decisionPage(asking, null, waiting.refusal)
  const found = waiting.value.decisions.find(({ all }) => all.some(one => one.id === asking.id))
  return decisionPage(asking, found ?? null, null)
}

/** `problem`: why the last attempt came to nothing. */
export async function decisionPage(
  asking: Asking,
  decision: Waiting | null,
  problem: Refusal | null,
): Promise<Html> {
  const shown = decision ? await details(asking, decision) : null
  const notice = problem ?? (shown?.ok === false ? shown.refusal : null)
  return layout(asking.session, 'proposals', {
    title: decision ? 'Decide' : 'Nothing to decide',
    body: html`${notice ? refusalNotice(notice) : ''}
    ${decision && shown?.ok ? whole(asking, decision, shown.value) : gone(asking)}`,
  })
}

const gone = ({ session }: Asking): Html =>
  html`<p class="card">
    This proposal does not wait for you any more. <a href="${at(session, 'proposals')}">What waits</a>
  </p>`

function whole(asking: Asking, decision: Waiting, shown: readonly ProposalShown[]): Html {
  const { first, all, digest } = decision
  return html`<section class="card" aria-labelledby="what">
      <h2 id="what">${first.kind !== 'operation' ? exactly(first.sentence) : words(first.sentence)}</h2>
      ${foreseen(shown)} ${all.length > 1 ? html`<p><b>${all.length} alike, one decision.</b></p>` : ''}
      ${riskLine(decision)} ${changeTable(shown)} ${factLists(shown)}
      <dl class="facts">
        <dt>Proposed by</dt>
        <dd>${words(first.proposer)}</dd>
        <dt>Proposed</dt>
        <dd>${moment(first.created)}</dd>
        <dt>Waits until</dt>
        <dd>${moment(first.expires)}</dd>
        <dt>Digest</dt>
        <dd class="digest exact"><b>${digest.slice(0, 4)}</b>${digest.slice(4)}</dd>
      </dl>
      ${prose(shown)}
    </section>
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Your decision</h2>
      ${approving(asking, decision)}
      <hr />
      ${refusing(asking, decision)}
    </section>`
}

/** What the operation itself says that it would do now. */
const foreseen = (shown: readonly ProposalShown[]): Html => {
  const sentences = [...new Set(shown.flatMap(one => one.foreseen?.sentence ?? []))]
  return html`${sentences.map(sentence => html`<p>${words(sentence)}</p>`)}`
}

const riskLine = ({ first: { risk } }: Waiting): Html =>
  risk === 'high'
    ? html`<p>
        <span class="tag bad">High risk</span> It cannot be undone, reaches beyond this machine, or comes from
        an agent.
      </p>`
    : html`<p><span class="tag good">Low risk</span> It can be undone and stays on this machine.</p>`

/** Shown after the facts, so that no words can stand in their place. */
function prose(shown: readonly ProposalShown[]): Html | '' {
  const said = [...new Set(shown.map(one => one.prose))].filter(text => text !== '')
  if (said.length === 0) return ''
  return html`<h3>What the proposer says of it</h3>
    <p class="soft">These are not twin's words; they can say anything.</p>
    ${said.map(text => html`<div class="theirs">${lines(text)}</div>`)}`
}

const UI = { door: 'ui', agent: null, terminal: false } as const

function approving({ world, session }: Asking, { first, all, digest }: Waiting): Html {
  if (!mayApprove(UI, first.risk, world.configuration().config)) {
    const why =
      first.risk === 'high'
        ? 'High risk is approved in a terminal only:'
        : 'This page does not approve unless twin.toml says so ([ui] approve). In a terminal:'
    return html`<p>${why}</p>
      <code class="command">twin proposals approve ${all.map(one => one.id).join(' ')}</code>`
  }
  return html`<form method="post" action="${at(session, 'approve')}">
    <input type="hidden" name="proof" value="${formProof(session, 'approve', digest)}" />
    <input type="hidden" name="digest" value="${digest}" />
    <label for="typed">To approve, type the first four characters of the digest</label>
    <div class="line">
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
      <button>Approve${all.length > 1 ? ` ${counted(all.length, 'proposal')}` : ''}</button>
    </div>
  </form>`
}

const refusing = ({ session }: Asking, { all, digest }: Waiting): Html =>
  html`<form method="post" action="${at(session, 'refuse')}">
    <input type="hidden" name="proof" value="${formProof(session, 'refuse', digest)}" />
    <input type="hidden" name="digest" value="${digest}" />
    <button class="quiet">Refuse${all.length > 1 ? ` ${counted(all.length, 'proposal')}` : ''}</button>
  </form>`
