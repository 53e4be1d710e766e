/** From one UTC day to another, in a language; one day alone where they are the same. */
export function days(first: string, last: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const [from, until] = [new Date(first), new Date(last)]
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return ''
  return format.formatRange(from, until)
}
