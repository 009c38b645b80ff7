// What waits for a decision, one entry a decision: forty alike proposals are one. Relies on proposals.list.
import { html } from 'hono/html'
import { counted } from '../../protocol/text/counted.ts'
import { at, layout } from '../layout.ts'
import { pending, type Pending, type Waiting } from '../pending.ts'
import { type Html, moment, words } from '../words.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function proposals(asking: Asking): Promise<Html> {
  const waiting = await pending(asking)
  return layout(asking.session, 'proposals', {
    title: 'Proposals',
    body: waiting.ok ? list(asking, waiting.value) : refusalNotice(waiting.refusal),
  })
}

function list(asking: Asking, { decisions, proposals: count, more }: Pending): Html {
  if (count === 0) return html`<p class="card">Nothing waits for you.</p>`
  const alike = decisions.length < count ? `, ${counted(decisions.length, 'decision')}` : ''
  return html`<p class="lead">
      ${counted(count, 'proposal')} waiting${alike}. Nothing happens until you decide.
    </p>
    <ol class="cards">
      ${decisions.map(decision => entry(asking, decision))}
    </ol>
    ${more > 0 ? html`<p class="soft">${more} more are not listed here: <code>twin proposals</code> lists them.</p>` : ''}`
}

const entry = ({ session }: Asking, { first, all }: Waiting): Html =>
  html`<li class="card">
    <h2>${words(first.sentence)}</h2>
    <p>
      <span class="tag ${first.risk === 'high' ? 'bad' : 'good'}">${first.risk} risk</span>
      ${all.length > 1 ? html`<span class="tag plain">${all.length} alike</span>` : ''}
      <span class="soft">from ${words(first.proposer)}, until ${moment(first.expires)}</span>
    </p>
    <p>
      <a href="${at(session, `proposals/${first.id}`)}"
        >Look and decide<span class="far">: ${first.id}</span></a
      >
    </p>
  </li>`
