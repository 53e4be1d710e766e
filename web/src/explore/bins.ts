// The histogram's bars: months or years, numbered from the first with records, and their first and last days.
import type { Stats } from '../api/types'
import { DAY, formatDay, type Dates } from '../filter/filter'

export type Step = 'month' | 'year'
export type Months = Stats['months']

/** Consecutive months or years. `first` counts months or years since the year 0. */
export interface Bins {
  step: Step
  first: number
  length: number
}

/** More bars than this are too thin for the panel beside the map. */
const maxMonths = 96

/** Counts by month or year, the year as its January. A record that knows only its year is in no month. */
export const countsOf = ({ months, years }: Pick<Stats, 'months' | 'years'>, step: Step): Months =>
  step === 'month' ? months : years.map(({ year, count }) => ({ month: year + '-01', count }))

const total = (counts: { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

/** Years where there are too many months for bars, or where most records know no month. */
export const stepFor = (stats: Pick<Stats, 'months' | 'years'>): Step =>
  (binsOf(stats.months, 'month')?.length ?? 0) > maxMonths || total(stats.months) < total(stats.years) / 2 ? 'year' : 'month'

function ordinal(month: string, step: Step): number {
  const [year, m] = month.split('-').map(Number) as [number, number]
  return step === 'year' ? year : year * 12 + m - 1
}

/** The bars from the first month with records to the last; undefined without any. */
export function binsOf(months: Months, step: Step): Bins | undefined {
  const ordinals = months.map(({ month }) => ordinal(month, step))
  if (ordinals.length === 0) return
  const first = ordinals.reduce((a, b) => Math.min(a, b))
  return { step, first, length: ordinals.reduce((a, b) => Math.max(a, b)) - first + 1 }
}

/** Records of each bar. Months outside the bars are left out. */
export function countsIn(bins: Bins, months: Months): number[] {
  const counts = new Array<number>(bins.length).fill(0)
  for (const { month, count } of months) {
    const i = ordinal(month, bins.step) - bins.first
    if (i >= 0 && i < bins.length) counts[i]! += count
  }
  return counts
}

/** When a bar begins, in milliseconds since 1970; `i` may be the length, for the end of the last bar. */
function begin({ step, first }: Bins, i: number): number {
  const months = step === 'year' ? (first + i) * 12 : first + i
  return Date.UTC(Math.floor(months / 12), months % 12, 1)
}

/** First day of a bar. */
export const firstDay = (bins: Bins, i: number) => formatDay(begin(bins, i))
/** Last day of a bar. */
export const lastDay = (bins: Bins, i: number) => formatDay(begin(bins, i + 1) - DAY)

/** The position of a moment, in bars from the left edge of the first: 1.5 is the middle of the second. */
function edge(bins: Bins, time: number): number {
  const date = new Date(time)
  const i = ordinal(formatDay(time), bins.step) - bins.first
  if (i < 0 || Number.isNaN(date.getTime())) return 0
  if (i >= bins.length) return bins.length
  return i + (time - begin(bins, i)) / (begin(bins, i + 1) - begin(bins, i))
}

/** From one edge to another, in bars. */
export type Range = [from: number, to: number]

/** The position of a date window. An open end is at the end of the bars; a window that ends before it starts is empty. */
export function rangeOf(bins: Bins, window: Dates): Range {
  const from = window.start_date ? edge(bins, Date.parse(window.start_date)) : 0
  const to = window.end_date ? edge(bins, Date.parse(window.end_date) + DAY) : bins.length
  return [from, Math.max(from, to)]
}

/** The date window of whole bars; all bars are an open window. */
export function windowOf(bins: Bins, [from, to]: Range): Dates {
  if (from <= 0 && to >= bins.length) return { start_date: '', end_date: '' }
  return { start_date: firstDay(bins, from), end_date: lastDay(bins, to - 1) }
}

/** Bars that get a label: at most `most`, at round years, or at round months where there are few bars. */
export function ticks(bins: Bins, most: number): number[] {
  const sizes = bins.step === 'year' ? [1, 2, 5, 10, 20, 50, 100] : [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200]
  const size = sizes.find((s) => bins.length / s <= most) ?? sizes.at(-1)!
  const out: number[] = []
  for (let i = (size - (bins.first % size)) % size; i < bins.length; i += size) out.push(i)
  return out
}
