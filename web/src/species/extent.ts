// How precisely the first and the last day of records are known.
import type { Stats } from '../api/types'

/** Whether only the year of a first or last day is known: no record is known to be in the month at that end of the year. */
export function onlyYear(day: string, end: 'first' | 'last', months: Stats['months'] | undefined): boolean {
  return day.endsWith(end === 'first' ? '-01-01' : '-12-31') && !months?.some(({ month }) => month === day.slice(0, 7))
}
