// The newest brief as text: its items with nothing to click, not even twin's own links to Mail, and what it says it does not
// cover. Relies on brief.show.
import { html } from 'hono/html'
import { counted } from '../../protocol/text/counted.ts'
import { BriefShown } from '../../protocol/mailOutput.ts'
import { ask } from '../ask.ts'
import { layout } from '../layout.ts'
import { exactly, type Html, moment, quoted, words } from '../words.ts'
import { type Asking, refusalNotice } from './view.ts'

export async function brief({ world, session, signal }: Asking): Promise<Html> {
  const shown = await ask(world.gate, { name: 'brief.show', signal }, BriefShown)
  return layout(session, 'brief', {
    title: 'Latest brief',
    body: shown.ok ? body(shown.value) : refusalNotice(shown.refusal),
  })
}

const PARTS = [
  ['correspondents', 'People you write to'],
  ['others', 'Everyone else'],
] as const

function body({ made, items, sections, more, engine, model, text }: BriefShown): Html {
  const scored =
    engine === 'ollama' ? html`Scored by <code>${words(model ?? 'a model')}</code>` : 'Scored by fixed rules'
  const parts = PARTS.map(([name, title]) =>
    part(
      title,
      items.filter(item => item.part === name),
    ),
  )
  return html`<p class="lead">
      Made ${moment(made)}. ${scored}. What senders and the model wrote stands in quotes, as text only.
    </p>
    ${items.length === 0 ? html`<p class="card">Nothing was worth reading.</p>` : parts}
    ${sections.filter(section => section.items.length > 0).map(ofJob)}
    ${more > 0 ? html`<p class="soft">${counted(more, 'further item')} in the note.</p>` : ''}
    ${text === null ? '' : coverage(text)}`
}

function part(title: string, items: BriefShown['items']): Html | '' {
  if (items.length === 0) return ''
  return html`<section class="card">
    <h2>${title}</h2>
    <ol class="plain">
      ${items.map(one)}
    </ol>
  </section>`
}

const one = ({ score, subject, from, unverified, date, reason, topics }: BriefShown['items'][number]): Html =>
  html`<li>
    <p><span class="tag plain">${score}</span><b>${quoted(subject)}</b></p>
    <p class="soft">
      ${quoted(from.name)}
      (${words(from.address || 'no address')})${unverified ? ' unverified' : ''}${date === null ? '' : html`, ${moment(date)}`}
    </p>
    <p>${quoted(reason)}</p>
    ${topics.length > 0 ? html`<p class="soft">${topics.map((topic, at) => html`${at > 0 ? ', ' : ''}${words(topic)}`)}</p>` : ''}
  </li>`

/** What a job brought. Its address is shown whole, as text. */
const ofJob = ({ job, items }: BriefShown['sections'][number]): Html =>
  html`<section class="card">
    <h2>From the job ${words(job)}</h2>
    <ol class="plain">
      ${items.map(
        ({ score, title, source, link, reason }) =>
          html`<li>
            <p><span class="tag plain">${score}</span><b>${quoted(title)}</b></p>
            <p class="soft">${quoted(source)}${link === null ? '' : html`, ${exactly(link)}`}</p>
            <p>${quoted(reason)}</p>
          </li>`,
      )}
    </ol>
  </section>`

/** The heading under which the note tells what it leaves out; what stands before it is shown from the items. */
const LEFT_OUT = '## What this note does not show\n'

function coverage(text: string): Html | '' {
  const start = text.indexOf(LEFT_OUT)
  if (start < 0) return ''
  const sentences = text
    .slice(start + LEFT_OUT.length)
    .split('\n')
    .filter(line => line.startsWith('- '))
  return html`<section class="card">
    <h2>What this brief does not show</h2>
    <ul>
      ${sentences.map(sentence => html`<li>${words(sentence.slice(2))}</li>`)}
    </ul>
  </section>`
}
