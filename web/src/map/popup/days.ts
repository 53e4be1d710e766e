/** From one UTC day to another, in a language; one day alone where they are the same, and years alone where they are whole. */
export function days(first: string, last: string, language: string): string {
  const years = first.endsWith('-01-01') && last.endsWith('-12-31')
  const format = new Intl.DateTimeFormat(language, { ...(years ? { year: 'numeric' } : { dateStyle: 'medium' }), timeZone: 'UTC' })
  const [from, until] = [new Date(first), new Date(last)]
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return ''
  return format.formatRange(from, until)
}
