// The first page: what is wrong, what waits, what failed and what runs next. Relies on the operations that the other pages show
// in full; what is wrong with the configuration twind says itself.
import { html } from 'hono/html'
import { JobsListed } from '../../protocol/jobShown.ts'
import { ask } from '../ask.ts'
import { at, layout } from '../layout.ts'
import { pending, type Pending } from '../pending.ts'
import { counted, type Html, moment, words } from '../shown.ts'
import { hasFailed, pauseNotice } from './jobs.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function overview(asking: Asking): Promise<Html> {
  const { world, session, signal } = asking
  const { problem } = world.configuration()
  const waiting = await pending(asking)
  const listed = await ask(world.gate, { name: 'jobs.list', signal }, JobsListed)
  return layout(session, '', {
    title: 'Overview',
    body: html`${
      problem
        ? html`<div role="alert">
            <p><b>The configuration is not in force as it is now; nothing is changed meanwhile.</b></p>
            ${refusalNotice(problem)}
          </div>`
        : ''
    }
    ${waiting.ok ? waits(asking, waiting.value) : refusalNotice(waiting.refusal)}
    ${listed.ok ? jobsNow(asking, listed.value) : refusalNotice(listed.refusal)}`,
  })
}

function waits({ session }: Asking, { proposals, decisions }: Pending): Html {
  if (proposals === 0)
    return html`<section class="card">
      <h2>Nothing waits for you</h2>
      <p class="soft">Proposals appear here when something wants to change anything.</p>
    </section>`
  const high = decisions.filter(({ first }) => first.risk === 'high').length
  return html`<section class="card">
    <h2>${counted(proposals, 'proposal')} waiting for you</h2>
    <p class="soft">
      ${counted(decisions.length, 'decision')}, ${high === 0 ? 'all of low risk' : `${high} of high risk`}.
    </p>
    <p><a href="${at(session, 'proposals')}">Look and decide</a></p>
  </section>`
}

function jobsNow({ session }: Asking, listed: JobsListed): Html {
  const failed = listed.jobs.filter(hasFailed)
  const next = listed.jobs
    .flatMap(one => (one.next === null ? [] : [{ name: one.name, next: one.next }]))
    .sort((one, other) => one.next - other.next)
  return html`${pauseNotice(listed)}
    ${failed.map(
      ({ name, last }) =>
        html`<p class="notice bad" role="alert">
          <b>${words(name)}</b> did not end well: ${words(last?.why ?? last?.outcome ?? '')}.
          <a href="${at(session, 'jobs')}">Jobs</a>
        </p>`,
    )}
    <section class="card">
      <h2>Next runs</h2>
      ${
        next.length === 0
          ? html`<p>Nothing is due.</p>`
          : html`<dl class="facts">
              ${next.map(
                ({ name, next: due }) =>
                  html`<dt>${words(name)}</dt>
                    <dd>${moment(due)}</dd>`,
              )}
            </dl>`
      }
    </section>`
}
