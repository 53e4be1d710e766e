// The first and the last day of records, said no more precisely than they are known.
import type { Stats } from '../api/types'

/** Whether all that is known of a first or last day is its year: no record is known to lie in the month at that end of the year. */
export function onlyYear(day: string, end: 'first' | 'last', months: Stats['months'] | undefined): boolean {
  return day.endsWith(end === 'first' ? '-01-01' : '-12-31') && !months?.some(({ month }) => month === day.slice(0, 7))
}
