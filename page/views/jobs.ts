// The schedule and what came of it: next and last run of each job, what was missed, what failed and why. Relies on jobs.list.
import { html } from 'hono/html'
import { hasFailed, JobsListed } from '../../protocol/jobShown.ts'
import { ask } from '../ask.ts'
import { layout } from '../layout.ts'
import { type Html, moment, words } from '../words.ts'
import { type Asking, refusalNotice } from './view.ts'

type JobShown = JobsListed['jobs'][number]

export async function jobs({ world, session, signal }: Asking): Promise<Html> {
  const listed = await ask(world.gate, { name: 'jobs.list', signal }, JobsListed)
  return layout(session, 'jobs', {
    title: 'Jobs',
    body: listed.ok
      ? html`${pauseNotice(listed.value)} ${listed.value.jobs.map(job)}`
      : refusalNotice(listed.refusal),
  })
}

export function pauseNotice({ paused }: Pick<JobsListed, 'paused'>): Html | '' {
  if (paused === null) return ''
  const until = paused.until === null ? 'until you resume it' : `until ${moment(paused.until)}`
  return html`<p class="notice">The schedule is paused ${until}: <code>twin schedule resume</code>.</p>`
}

const job = (one: JobShown): Html =>
  html`<section class="card">
    <h2>
      ${words(one.name)}
      ${one.running ? html`<span class="tag plain">running</span>` : ''}${hasFailed(one) ? html`<span class="tag bad">${one.last?.outcome}</span>` : ''}
    </h2>
    <dl class="facts">
      <dt>Next</dt>
      <dd>${one.next === null ? nothingDue(one) : moment(one.next)}</dd>
      <dt>Times</dt>
      <dd>${one.at.length > 0 ? one.at.join(', ') : 'only when asked'}</dd>
      <dt>Last</dt>
      <dd>${one.last === null ? 'never ran' : lastRun(one.last)}</dd>
      ${
        one.missed === null
          ? ''
          : html`<dt>Missed</dt>
              <dd>${moment(one.missed)}, made up for once</dd>`
      }
      <dt>Allowed by</dt>
      <dd><code>${words(one.capability)}</code> = ${one.grant}</dd>
    </dl>
  </section>`

const nothingDue = ({ grant, at }: JobShown): string =>
  grant === 'never' ? 'not allowed by policy.toml' : at.length === 0 ? 'nothing scheduled' : 'nothing due'

const lastRun = ({ started, outcome, trigger, why }: NonNullable<JobShown['last']>): Html =>
  html`${moment(started)}, ${outcome ?? 'running'} (${trigger})${why === null ? '' : html`: ${words(why)}`}`
