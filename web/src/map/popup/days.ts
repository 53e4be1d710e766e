/** A range of UTC days in a language; one day if they are the same, years if they are whole. */
export function days(first: string, last: string, language: string): string {
  const years = first.endsWith('-01-01') && last.endsWith('-12-31')
  const format = new Intl.DateTimeFormat(language, { ...(years ? { year: 'numeric' } : { dateStyle: 'medium' }), timeZone: 'UTC' })
  const [from, until] = [new Date(first), new Date(last)]
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return ''
  return format.formatRange(from, until)
}
