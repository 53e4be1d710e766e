// Weeks by their numbers, as the API counts them: those of ISO 8601 from Monday, of CDC's MMWR from Sunday. The first week of a year is
// the one with 4 January.
import type { Weeks } from '../analysis/view'
import { DAY, formatDay } from '../filter/filter'

/** Midnight UTC at the beginning of a year's first week. */
function firstWeek(year: number, weeks: Weeks): number {
  const fourth = Date.UTC(year, 0, 4)
  const weekday = new Date(fourth).getUTCDay() // 0 is Sunday
  return fourth - (weeks === 'mmwr' ? weekday : (weekday + 6) % 7) * DAY
}

/** How many weeks a year has, 52 or 53. */
export const weeksOf = (year: number, weeks: Weeks) => Math.round((firstWeek(year + 1, weeks) - firstWeek(year, weeks)) / (7 * DAY))

/** The first and the last day of a week. */
export function weekDays(year: number, week: number, weeks: Weeks): { start_date: string; end_date: string } {
  const start = firstWeek(year, weeks) + (week - 1) * 7 * DAY
  return { start_date: formatDay(start), end_date: formatDay(start + 6 * DAY) }
}
