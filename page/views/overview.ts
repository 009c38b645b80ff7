// The first page: what is wrong, what waits, what failed and what runs next. Relies on status for all of it, and on the proposals
// for how many decisions they are.
import { html } from 'hono/html'
import { counted } from '../../protocol/text/counted.ts'
import { type StatusForPerson, StatusShown } from '../../protocol/statusShown.ts'
import { ask } from '../ask.ts'
import { at, layout } from '../layout.ts'
import { pending, type Pending } from '../pending.ts'
import { type Html, moment, words } from '../words.ts'
import { pauseNotice } from './jobs.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function overview(asking: Asking): Promise<Html> {
  const { world, session, signal } = asking
  const { problem } = world.configuration()
  const waiting = await pending(asking)
  const status = await ask(world.gate, { name: 'status', signal }, StatusShown)
  const told = status.ok && status.value.view === 'person' ? status.value : null
  return layout(session, '', {
    title: 'Overview',
    body: html`${
      problem
        ? html`<p><b>The configuration files cannot be understood; nothing is changed until they can.</b></p>
            ${refusalNotice(problem)}`
        : ''
    }
    ${told ? wrong(asking, told) : ''} ${status.ok ? '' : refusalNotice(status.refusal)}
    ${waiting.ok ? waits(asking, waiting.value) : refusalNotice(waiting.refusal)}
    ${told ? html`${next(told)} ${about(told)}` : ''}`,
  })
}

function waits({ session }: Asking, { proposals, decisions }: Pending): Html {
  if (proposals === 0)
    return html`<section class="card">
      <h2>Nothing waits for you</h2>
      <p class="soft">What somebody wants to change, and may not change alone, appears here.</p>
    </section>`
  const high = decisions.filter(({ first }) => first.risk === 'high').length
  return html`<section class="card">
    <h2>${counted(proposals, 'proposal')} ${proposals === 1 ? 'waits' : 'wait'} for you</h2>
    <p class="soft">${counted(decisions.length, 'decision')}, ${high === 0 ? 'none' : high} of high risk.</p>
    <p><a href="${at(session, 'proposals')}">Look and decide</a></p>
  </section>`
}

/** Everything that a person should look at, one notice each. */
function wrong({ session }: Asking, { jobs, plugins, troubles, unknown, paused }: StatusForPerson): Html {
  const failed = jobs.filter(({ isFailing }) => isFailing)
  return html`${pauseNotice({ paused })}
  ${troubles.map(trouble => html`<p class="notice bad">${words(trouble)}.</p>`)}
  ${failed.map(
    ({ name, last }) =>
      html`<p class="notice bad">
        <b>${words(name)}</b> did not end well: ${words(last?.why ?? last?.outcome ?? 'nobody knows why')}.
        <a href="${at(session, 'jobs')}">Jobs</a>
      </p>`,
  )}
  ${plugins
    .filter(({ healthy }) => !healthy)
    .map(
      ({ name, why }) =>
        html`<p class="notice">
          The plugin ${words(name)} offers nothing: ${words(why ?? 'it does not answer')}.
        </p>`,
    )}
  ${
    unknown > 0
      ? html`<p class="notice bad">
          Of ${counted(unknown, 'change')} nobody knows the outcome: twind was killed meanwhile.
          <a href="${at(session, 'history')}">History</a>
        </p>`
      : ''
  }`
}

function next({ jobs }: StatusForPerson): Html {
  const due = jobs
    .flatMap(({ name, next: when }) => (when === null ? [] : [{ name, when }]))
    .sort((one, other) => one.when - other.when)
  return html`<section class="card">
    <h2>Next runs</h2>
    ${
      due.length === 0
        ? html`<p>Nothing is due.</p>`
        : html`<dl class="facts">
            ${due.map(
              ({ name, when }) =>
                html`<dt>${words(name)}</dt>
                  <dd>${moment(when)}</dd>`,
            )}
          </dl>`
    }
  </section>`
}

const about = ({ version, since, workspaces, agents, offered }: StatusForPerson): Html =>
  html`<section class="card">
    <h2>twind</h2>
    <dl class="facts">
      <dt>Runs since</dt>
      <dd>${moment(since)}, version ${version}</dd>
      <dt>Workspaces</dt>
      <dd>${workspaces.map(words).flatMap((one, index) => (index > 0 ? [', ', one] : [one]))}</dd>
      <dt>Agents</dt>
      <dd>
        ${agents.length === 0 ? 'none is declared' : agents.map(words).flatMap((one, index) => (index > 0 ? [', ', one] : [one]))}
      </dd>
      <dt>Offered to agents</dt>
      <dd>${counted(offered.length, 'operation')}</dd>
    </dl>
  </section>`
