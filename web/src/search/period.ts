// Dates as people write them: "2017", "2017-06", "June 2017", "June to August 2017", and months of every year: "June to August".
import { type Dates, type Filter, formatDay, isDay } from '../filter/filter'
import { folded } from '../i18n/folded'

/** The names of January to December, as they stand alone and beside a day, and the words between the ends of a period. */
export interface Calendar {
  months: string[][]
  until: string[]
}

interface Moment {
  year?: number
  month?: number
  day?: number
}

/** The first letters of a month that are enough, if no other month begins with them. */
const enough = 3
/** The first year that a number may mean. */
const oldest = 1700
/** Words in a date that add nothing, as in “junio de 2017”. */
const fillers = new Set(['de', 'of', 'del', 'do', 'г', 'года'])

/** A word without the dot of an abbreviation. */
const plain = (text: string) => folded(text).replaceAll('.', ' ').trim()

/** The part of a Filter that a text means; undefined where it is no time. */
export function period(text: string, calendar: Calendar): Partial<Filter> | undefined {
  const [first, last, ...more] = ends(text, calendar)
  if (!first || more.length > 0) return undefined
  const [from, to] = [moment(first, calendar), moment(last ?? first, calendar)]
  if (!from || !to) return undefined
  from.year ??= to.year
  if (to.year === undefined || from.year === undefined) {
    return from.year === undefined && to.year === undefined && from.month && to.month ? { months: between(from.month, to.month) } : undefined
  }
  const dates: Dates = { start_date: firstDay({ ...from, year: from.year }), end_date: lastDay({ ...to, year: to.year }) }
  return isDay(dates.start_date) && isDay(dates.end_date) && dates.start_date <= dates.end_date ? dates : undefined
}

/** The two ends of a period, or one text. */
function ends(text: string, { until }: Calendar): string[] {
  const word = new RegExp(`\\s+(?:${[...until.map((one) => plain(one)), '-'].join('|')})\\s+|\\s*(?:\\.\\.|[–—])\\s*`, 'u')
  const whole = folded(text.trim())
  const parts = whole.split(word)
  return parts.length === 1 && /^\d{4}[-\d]*\/\d{4}/.test(whole) ? whole.split('/') : parts
}

function moment(text: string, calendar: Calendar): Moment | undefined {
  const [, iso, isoMonth, isoDay] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text.trim()) ?? []
  if (iso) return dated(Number(iso), isoMonth, isoDay)
  const [, number, year] = /^(\d{1,2})[/.](\d{4})$/.exec(text.trim()) ?? []
  if (number) return dated(Number(year), number)
  const out: Moment = {}
  for (const word of plain(text).split(/\s+/).filter((word) => !fillers.has(word))) {
    if (/^\d{4}$/.test(word) && out.year === undefined && Number(word) >= oldest) out.year = Number(word)
    else if (out.month === undefined) {
      const found = monthOf(word, calendar)
      if (!found) return undefined
      out.month = found
    } else return undefined
  }
  return out.month === undefined && out.year === undefined ? undefined : out
}

function dated(year: number, month?: string, day?: string): Moment | undefined {
  if (year < oldest || (month && (Number(month) < 1 || Number(month) > 12))) return undefined
  return { year, ...(month && { month: Number(month) }), ...(day && { day: Number(day) }) }
}

function monthOf(word: string, { months }: Calendar): number | undefined {
  if (word.length < enough) return undefined
  const whole = months.findIndex((names) => names.some((name) => plain(name) === word))
  if (whole >= 0) return whole + 1
  const begun = months.flatMap((names, i) => (names.some((name) => plain(name).startsWith(word)) ? [i + 1] : []))
  return begun.length === 1 ? begun[0] : undefined
}

const two = (n: number) => String(n).padStart(2, '0')
const firstDay = ({ year, month = 1, day = 1 }: Moment & { year: number }) => `${year}-${two(month)}-${two(day)}`
const lastDay = ({ year, month = 12, day }: Moment & { year: number }) => (day ? firstDay({ year, month, day }) : formatDay(Date.UTC(year, month, 0)))

/** Months of the year from one to another, over its end too. */
function between(from: number, to: number): string[] {
  return Array.from({ length: ((to - from + 12) % 12) + 1 }, (_, i) => String(((from - 1 + i) % 12) + 1))
}
