// The frames of an animation: consecutive windows of whole months or years, from the first record to the last, or all that was found by
// the end of each.
import type { Stats } from '../api/types'
import type { Dates } from '../filter/filter'
import { binsOf, countsIn, countsOf, firstDay, lastDay, type Step } from '../explore/bins'

export interface Frame extends Dates {
  /** The first day of the month or year that the frame begins with; of the last one, where frames hold all that was found so far. */
  day: string
  /** Number of records; undefined where the counts of months or years do not give it exactly. */
  count: number | undefined
  /** Whether there may be more records than `count`. */
  more?: true
}

type Counts = Pick<Stats, 'count' | 'months' | 'years' | 'first_observed' | 'last_observed'>

/** Lengths to choose from, in months or years. */
export const lengths: Record<Step, readonly number[]> = { month: [1, 2, 3, 6, 12], year: [1, 2, 3, 5, 10] }

/** Frames from the first record to the last, cut to the Filter's own dates ('' for an open end). */
export function framesOf(counts: Counts, within: Dates, step: Step, length: number): Frame[] {
  const bins = counts.first_observed && counts.last_observed ? binsOf([counts.first_observed, counts.last_observed].map((day) => ({ month: day.slice(0, 7), count: 0 })), step) : undefined
  if (!bins) return []
  const inBins = countsIn(bins, countsOf(counts, step))
  // A record that spans several bins is in no window of one bin, but may be in a longer one.
  const exact = length === 1 || inBins.reduce((sum, n) => sum + n, 0) === counts.count
  return Array.from({ length: Math.max(1, bins.length - length + 1) }, (_, i) => {
    const end = Math.min(i + length, bins.length)
    const [first, last] = [firstDay(bins, i), lastDay(bins, end - 1)]
    return {
      day: first,
      start_date: first < within.start_date ? within.start_date : first,
      end_date: within.end_date && last > within.end_date ? within.end_date : last,
      count: exact ? inBins.slice(i, end).reduce((sum, n) => sum + n, 0) : undefined,
    }
  })
}

/**
 * Frames that all begin where the Filter does and end with each month or year. A record is in those that end after the last day on
 * which it may have been found, as the dates of the API have it: one that is known by year, when the year has ended.
 */
export function framesSoFar(counts: Counts, within: Dates, step: Step): Frame[] {
  const windows = framesOf(counts, within, step, 1)
  const all = countsOf(counts, step)
  const inMonths = new Map<string, number>()
  for (const { month, count } of counts.months) inMonths.set(month.slice(0, 4), (inMonths.get(month.slice(0, 4)) ?? 0) + count)
  /** Records that are in a year and in none of its months. */
  const vague = counts.years.map(({ year, count }) => ({ year, count: count - (inMonths.get(year) ?? 0) }))
  const sum = (list: { count: number }[]) => list.reduce((n, { count }) => n + count, 0)
  const spanning = counts.count - sum(counts.years)
  return windows.map(({ day, end_date }, i) => {
    const frame = { day, start_date: within.start_date, end_date }
    if (i === windows.length - 1) return { ...frame, count: counts.count }
    const [year, ended] = [day.slice(0, 4), step === 'year' || day.slice(5, 7) === '12']
    const past = step === 'year' ? [] : vague.filter((of) => of.year < year || (ended && of.year === year))
    const count = sum(all.filter(({ month }) => month <= day.slice(0, 7))) + sum(past)
    const open = spanning > 0 || (!ended && vague.some((of) => of.year === year && of.count > 0))
    return open ? { ...frame, count, more: true } : { ...frame, count }
  })
}

/** The frame of a day: the last that begins with it or before. */
export function frameAt(frames: readonly Frame[], day: string): number {
  return Math.max(0, frames.findLastIndex((frame) => frame.day <= day))
}

/** The share of all records that the fullest frame has, or an estimate: circles are drawn for so many records. */
export function fullest(frames: readonly Frame[], total: number): number {
  const most = frames.reduce((max, { count }) => Math.max(max, count ?? 0), 0)
  return Math.min(1, most > 0 ? most / Math.max(total, 1) : 2 / Math.max(frames.length, 2))
}
