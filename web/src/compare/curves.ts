// The records of both sides by month, over one axis.
import { binsOf, countsIn, type Bins } from '../explore/bins'
import type { Stats } from '../api/types'
import type { Filter } from '../filter/filter'
import { covers } from '../seasons/covered'

export interface Curve {
  filter: Filter
  stats: Pick<Stats, 'count' | 'months'>
}

/** Every month from the first with a record of either side to the last. */
export const axisOf = (curves: Curve[]): Bins | undefined => binsOf(curves.flatMap(({ stats }) => stats.months), 'month')

/** Records of each month; null where the side's Filter does not ask for the month. */
export function valuesOf(bins: Bins, { filter, stats }: Curve): (number | null)[] {
  const covered = covers(filter)
  return countsIn(bins, stats.months).map((count, i) => {
    const month = bins.first + i
    return count > 0 || covered(Math.floor(month / 12), (month % 12) + 1) ? count : null
  })
}

/** Records that are in no month. */
export const restOf = ({ stats }: Curve) => stats.months.reduce((left, { count }) => left - count, stats.count)
