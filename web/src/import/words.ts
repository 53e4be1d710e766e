// Words and small helpers of the page that imports.
import { language, number, t } from '../i18n/locale.svelte'

/** A size in kB or MB. */
export function fileSize(bytes: number): string {
  const unit = bytes < 999_500 ? 'kilobyte' : 'megabyte'
  const n = bytes / (unit === 'kilobyte' ? 1e3 : 1e6)
  return number(bytes && Math.max(n, 0.1), { style: 'unit', unit, maximumFractionDigits: n < 10 ? 1 : 0 })
}

/** A time in seconds or minutes. */
export function duration(seconds: number): string {
  const minutes = seconds >= 90
  const n = Math.max(1, Math.round(minutes ? seconds / 60 : seconds))
  return new Intl.NumberFormat(language(), { style: 'unit', unit: minutes ? 'minute' : 'second', unitDisplay: 'long' }).format(n)
}

/** The server's reasons for a suggestion, in the reader's language. */
const reasons = {
  'it is the name of the term': 'import.reason.term',
  'it is a usual name': 'import.reason.usual',
  'its name says so in plain words': 'import.reason.plain',
  'its name may mean it': 'import.reason.vague',
  'its name looks like a misspelling': 'import.reason.misspelled',
} as const

export const reasonText = (reason: string): string => (reason in reasons ? t(reasons[reason as keyof typeof reasons]) : reason)

/** A note without the options of the command, which a page does not have. */
export const plainNote = (message: string): string => message.replace(/ \(--[^)]*\)/, '')

/** An instant on the clock that is some minutes east of UTC: '2019-06-02T04:30:00Z' and -300 are '2019-06-01T23:30:00-05:00'. */
export function offsetTime(instant: string, minutes: number): string {
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 19)
  if (!minutes) return local + 'Z'
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0')
  return local + (minutes < 0 ? '-' : '+') + two(Math.abs(minutes) / 60) + ':' + two(Math.abs(minutes) % 60)
}
