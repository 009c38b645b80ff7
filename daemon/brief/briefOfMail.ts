// From collected envelopes to the brief's text: view, filter, rank, brief, each on what the one before is known to have left.
// Every collected message ends in exactly one count. Relies on the run's folder being ours and empty.
import type { Handle } from '../../protocol/brand.ts'
import type { Facts } from '../../protocol/brief.ts'
import type { Config } from '../../protocol/config.ts'
import type { JobItems } from '../../protocol/jobItem.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { CollectAnswer } from '../../protocol/request.ts'
import { Verdict } from '../../protocol/score.ts'
import { counted } from '../../protocol/text/counted.ts'
import { type BriefText, composeBrief } from './composeBrief.ts'
import { collectRecords } from './collectRecords.ts'
import { type Engine, rulesInstead } from './engine.ts'
import { itemsOfJobs } from './itemsOfJobs.ts'
import { clearAttempt, rankMessages, type Ranked } from './rankMessages.ts'
import { type Site, startStage } from './stage.ts'
import { makeOutput, type Message, mint, type Shown, type View, writeView } from './view.ts'

/** `run`, `cache`: folders. `window`: Unix seconds. */
export interface BriefJob {
  readonly site: Site
  readonly config: Config
  readonly run: string
  readonly cache: string
  readonly engine: Engine
  readonly window: Facts['window']
  readonly timeZone: string
  /** What jobs have printed, in the order of their sections. */
  readonly items: readonly JobItems[]
  readonly onProgress: (done: number, total: number) => void
  readonly log: (step: string) => void
}
interface Filtered {
  readonly kept: readonly Message[]
  readonly dropped: Facts['filtered']
  readonly notes: readonly string[]
}

/** The brief of `mail`, and the engine that scored it. Throws the system's error when the run's folder cannot be written. */
export async function briefOfMail(
  job: BriefJob,
  mail: CollectAnswer,
): Promise<Result<BriefText & { engine: Engine }>> {
  const messages = mint(mail.envelopes)
  const view = writeView(job.run, 'mail', messages)
  const filtered = await filter(job, view, messages)
  if (!filtered.ok) return filtered
  const { kept, dropped } = filtered.value
  job.log(`${kept.length} of them kept by the filter`)
  const { items, jobs } = itemsOfJobs(job.items, job.window)
  const ranked = await rank(job, [...kept, ...items])
  if (!ranked.ok) return ranked
  const { scores, engine } = ranked.value
  job.log(`${scores.size - items.length} of them ranked`)
  if (items.length > 0) job.log(`${counted(items.length, 'item')} of jobs ranked`)
  const notes = [...filtered.value.notes, ...ranked.value.notes]
  const facts = { ...factsOf({ ...job, engine }, mail, { dropped, notes }), jobs: [...jobs] }
  if (dropped.read + dropped.category + scores.size !== facts.collected + items.length)
    throw new Error('Cannot brief: the counts do not add up, wanted each message in exactly one')
  const text = await composeBrief(job.site, { folder: job.run, view }, { facts, messages, items, scores })
  return text.ok ? done({ ...text.value, engine }) : text
}

/**
 * The scores of `kept`. A model that answers but fails its trial, or stops answering, gives way to the rules where `auto` was
 * asked for: then for every message, so that no note mixes two scales.
 */
async function rank(job: BriefJob, kept: readonly Shown[]): Promise<Result<Ranked & { engine: Engine }>> {
  const { ranker } = job.config
  const { engine } = job
  const ranked = await rankMessages({ ...job, ranker }, kept)
  if (ranked.ok) return done({ ...ranked.value, engine })
  const rules = engine.auto ? rulesInstead(ranked.refusal) : undefined
  if (!rules) return ranked
  job.log('the model cannot be used, the rules take over')
  clearAttempt(job.run)
  const again = await rankMessages({ ...job, ranker, engine: rules }, kept)
  return again.ok ? done({ ...again.value, engine: rules }) : again
}

/** Nothing is lost by a filter that says nothing of a message: it is kept, and the note says so. */
async function filter(job: BriefJob, view: View, messages: readonly Message[]): Promise<Result<Filtered>> {
  const output = makeOutput(job.run, 'kept')
  const config = { skipCategories: job.config.mail.skip_categories }
  const ended = await startStage(job.site, {
    stage: 'filter',
    inputs: { ...view },
    outputs: { kept: output },
    config,
  })
  if (!ended.ok) return ended
  const collected = collectRecords(output, new Set(messages.map(({ handle }) => handle)), Verdict)
  if (!collected.ok) return collected
  const { records, strangers } = collected.value
  const dropped = { read: 0, category: 0 }
  for (const verdict of records.values()) if (verdict.verdict === 'drop') dropped[verdict.why]++
  const isKept = ({ handle }: { handle: Handle }) => records.get(handle)?.verdict !== 'drop'
  const silent = messages.length - records.size
  const notes = [
    ...(silent > 0 ? [`${silent} messages got no verdict from the filter and were kept`] : []),
    ...(strangers > 0 ? [`${strangers} files of filter were no records of this run and were not read`] : []),
  ]
  return done({ kept: messages.filter(isKept), dropped, notes })
}

function factsOf(
  job: BriefJob,
  mail: CollectAnswer,
  told: { readonly dropped: Facts['filtered']; readonly notes: readonly string[] },
): Omit<Facts, 'jobs'> {
  const { engine, config, window, timeZone } = job
  return {
    engine: engine.model ? 'ollama' : 'rules',
    engineNote: engine.note,
    model: engine.model?.model ?? null,
    window,
    accounts: mail.accounts,
    leftOut: mail.leftOut,
    collected: mail.envelopes.length,
    more: mail.more,
    filtered: told.dropped,
    layout: mail.layout,
    notes: [...mail.degraded, ...told.notes],
    threshold: config.ranker.threshold,
    limit: config.brief.limit,
    timeZone,
    linkHosts: config.brief.link_hosts,
  }
}
