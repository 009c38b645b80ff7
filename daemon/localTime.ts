// Local dates and times as the note shows them, from an instant and a time zone. Pure but for ownTimeZone, which asks the
// environment. A confined process cannot read the system's time zone, so it is passed on by name (sandbox.md 2.7).

/** This machine's time zone, for example Europe/Oslo: TZ where it names one, else the system's; UTC when neither is known. */
export function ownTimeZone(): string {
  const named = [process.env['TZ'], new Intl.DateTimeFormat().resolvedOptions().timeZone]
  return named.find(isZone) ?? 'UTC'
}

/** `date` YYYY-MM-DD and `time` HH:MM of `milliseconds` since 1970 in `zone`. */
export function localTime(milliseconds: number, zone: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]))
  return {
    date: `${part['year']}-${part['month']}-${part['day']}`,
    time: `${part['hour']}:${part['minute']}`,
  }
}

/** Whether this engine knows a time zone by that name. */
export function isZone(name: string | undefined): boolean {
  if (!name) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
