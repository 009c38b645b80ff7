// The day of a moment in UTC, without the clock's own type, which is for edges: civil from days, as the proleptic Gregorian calendar
// counts. Pure.

/** YYYY-MM-DD in UTC of Unix seconds, from year 0 on. */
export function isoDay(seconds: number): string {
  const z = Math.floor(seconds / 86_400) + 719_468
  const era = Math.floor(z / 146_097)
  const ofEra = z - era * 146_097
  const year = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const shifted = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const pad = (number: number, width: number): string => String(number).padStart(width, '0')
  return `${pad(year + era * 400 + (month <= 2 ? 1 : 0), 4)}-${pad(month, 2)}-${pad(day, 2)}`
}
