// A calendar file as lines: what, when, where, who. Pure. Relies on ical.js for the format; times stay in the zone they are written in.
import ICAL from 'ical.js'
import { CALENDAR_CHARS } from '../../../protocol/limits.ts'
import type { Problems } from '../../seenText/problems.ts'
import { Gathered, type Texted, texted } from './texted.ts'

const FIELDS: Readonly<Record<string, string>> = {
  method: 'Method',
  summary: 'What',
  dtstart: 'From',
  dtend: 'To',
  due: 'Due',
  duration: 'Duration',
  rrule: 'Repeats',
  location: 'Where',
  organizer: 'Organizer',
  attendee: 'Attendee',
  status: 'Status',
  url: 'Link',
  description: 'Description',
}

export function calendarText(text: string, problems: Problems): Texted {
  if (text.length > CALENDAR_CHARS)
    problems.add('the calendar is longer than it may be: the rest was left out')
  const parsed = parse(text.slice(0, CALENDAR_CHARS))
  if (parsed === undefined) {
    problems.add('the calendar is broken: it is shown as it is written')
    return texted('calendar', text, problems)
  }
  const gathered = new Gathered()
  for (const component of Array.isArray(parsed[0]) ? parsed : [parsed]) describe(component, gathered, 0)
  return texted('calendar', gathered, problems)
}

function parse(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = ICAL.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A component of jCal (RFC 7265): [name, properties, components]. */
function describe(component: unknown, gathered: Gathered, depth: number): void {
  if (!Array.isArray(component) || depth > 4 || gathered.full) return
  const [name, properties, within]: unknown[] = component
  if (name === 'vtimezone' || name === 'valarm') return
  if (name !== 'vcalendar') gathered.add(`\n${String(name).replace(/^v/, '')}\n`)
  for (const property of Array.isArray(properties) ? properties : []) line(property, gathered)
  for (const child of Array.isArray(within) ? within : []) describe(child, gathered, depth + 1)
}

function line(property: unknown, gathered: Gathered): void {
  if (!Array.isArray(property)) return
  const [name, parameters, , ...values]: unknown[] = property
  const label = FIELDS[String(name)]
  if (label === undefined) return
  const about = parameter(parameters, 'cn')
  const zone = parameter(parameters, 'tzid')
  const shown = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value))).join(', ')
  gathered.add(`${label}: ${about ? `${about} ` : ''}${shown}${zone ? ` (${zone})` : ''}\n`)
}

function parameter(parameters: unknown, name: string): string {
  if (typeof parameters !== 'object' || parameters === null) return ''
  const value: unknown = Object.entries(parameters).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : ''
}
