// Opens the local page and says its one-time link. Relies on twind, which serves the page; this process starts no browser.
import * as z from 'zod/mini'
import { done, type Result } from '../protocol/refusal.ts'
import { styled, type Answer, type Session } from './answer.ts'

const Opened = z.strictObject({ link: z.string(), expires: z.int() })

/** What `twin ui` says. */
export async function openUi(session: Session): Promise<Result<Answer>> {
  const answer = await session.call('ui.open', {}, true)
  if (!answer.ok) return answer
  const { link, expires } = Opened.parse(answer.value.outcome === 'done' ? answer.value.output : undefined)
  return done({
    json: { link, expires },
    lines: [
      [styled('heading', link)],
      ['Open it in your browser within a minute; it is good once. The page ends after 15 idle minutes.'],
    ],
  })
}
