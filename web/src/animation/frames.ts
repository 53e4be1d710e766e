// The frames of an animation: consecutive windows of whole months or years, from the first record to the last.
import type { Stats } from '../api/types'
import type { Dates } from '../filter/filter'
import { binsOf, countsIn, countsOf, firstDay, lastDay, type Step } from '../explore/bins'

export interface Frame extends Dates {
  /** Number of records; undefined where the counts of months or years do not give it exactly. */
  count: number | undefined
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
      start_date: first < within.start_date ? within.start_date : first,
      end_date: within.end_date && last > within.end_date ? within.end_date : last,
      count: exact ? inBins.slice(i, end).reduce((sum, n) => sum + n, 0) : undefined,
    }
  })
}

/** The frame that begins on a day, or the last one before it. */
export function frameAt(frames: readonly Frame[], day: string): number {
  return Math.max(0, frames.findLastIndex((frame) => frame.start_date <= day))
}

/** The share of all records that the fullest frame has, or an estimate: circles are drawn for so many records. */
export function fullest(frames: readonly Frame[], total: number): number {
  const most = frames.reduce((max, { count }) => Math.max(max, count ?? 0), 0)
  return Math.min(1, most > 0 ? most / Math.max(total, 1) : 2 / Math.max(frames.length, 2))
}
