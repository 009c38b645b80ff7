// A moment as a person reads it: local date and minute. Pure; only the process's time zone comes from outside.

/** "2026-11-30 05:25" of Unix `seconds`, "-" for null. */
export function localTime(seconds: number | null): string {
  if (seconds === null) return '-'
  const moment = new Date(seconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`
}
