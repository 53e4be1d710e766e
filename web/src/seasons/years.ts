// A line for each year over its months.
import type { Stats } from '../api/types'
import { dashes, type Line } from '../charts/lines'
import { total } from './season'

/** Years with a colour of their own, the newest. */
export const fewYears = 5

interface Options {
  /** Whether a month of a year could have records. */
  covers: (year: number, month: number) => boolean
  /** Colours from early to late. */
  colours: readonly string[]
  /** Older years, too. */
  all: boolean
}

/** Every year with records, oldest first. */
export const yearsOf = ({ years }: Pick<Stats, 'years'>) => years.filter(({ count }) => count > 0).map(({ year }) => Number(year)).sort((a, b) => a - b)

/** The lines of the newest years, or of all. A year whose months are unknown has no line. */
export function yearLines(stats: Pick<Stats, 'months' | 'years'>, { covers, colours, all }: Options): Line[] {
  const counts = new Map(stats.months.map(({ month, count }) => [month, count]))
  const known = yearsOf(stats)
  const newest = known.slice(-fewYears)
  return (all ? known : newest).map((year) => {
    const name = String(year).padStart(4, '0')
    const found = Array.from({ length: 12 }, (_, i) => counts.get(`${name}-${String(i + 1).padStart(2, '0')}`) ?? 0)
    const inMonths = total(found)
    const rank = newest.indexOf(year) + fewYears - newest.length
    return {
      id: name,
      name: String(year),
      colour: colours[rank] ?? colours[0]!,
      dash: rank < 0 ? [] : dashes[fewYears - 1 - rank]!,
      faint: !newest.includes(year),
      values: found.map((count, i) => (inMonths > 0 && (count > 0 || covers(year, i + 1)) ? count : null)),
      rest: (stats.years.find((one) => one.year === name)?.count ?? 0) - inMonths,
    }
  })
}
