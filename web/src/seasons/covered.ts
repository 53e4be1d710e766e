// Months that a Filter asks for: in others, that it finds nothing says nothing.
import { formatDay, type Filter } from '../filter/filter'

type Asked = Pick<Filter, 'start_date' | 'end_date' | 'months'>

/** Tells whether a month, 1 to 12, of a year has begun and lies in the Filter's dates, at least in part. */
export function covers({ start_date, end_date, months }: Asked, now = Date.now()): (year: number, month: number) => boolean {
  const until = [end_date, formatDay(now)].filter(Boolean).map((day) => day.slice(0, 7)).sort()[0]!
  return (year, month) => {
    const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
    return text >= start_date.slice(0, 7) && text <= until && (months.length === 0 || months.includes(String(month)))
  }
}

/** The months of the year, January first, that the Filter asks for in one of its years. */
export function monthsOf(filter: Asked, now = Date.now()): boolean[] {
  const inYear = covers(filter, now)
  const last = Number((filter.end_date || formatDay(now)).slice(0, 4))
  const first = filter.start_date ? Number(filter.start_date.slice(0, 4)) : last - 1
  // More than two years have every month.
  const years = Array.from({ length: Math.min(3, last - first + 1) }, (_, i) => last - i)
  return Array.from({ length: 12 }, (_, i) => years.some((year) => inYear(year, i + 1)))
}
