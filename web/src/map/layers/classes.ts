// Classes of numbers and dates, by their lower bounds. Each has a colour of a ramp.

/** For records of a cell and specimens of a record. */
export const countClasses = [1, 10, 100, 1_000, 10_000]

/** Months since the year 0, for style expressions. */
export const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The month of a number, such as '2024-08'. */
export const monthText = (n: number) => `${String(Math.floor(n / 12)).padStart(4, '0')}-${String((n % 12) + 1).padStart(2, '0')}`

interface DateClasses {
  /** Months in which the classes begin; at most five, each later than the one before. */
  starts: number[]
  /** Whether classes are whole years. */
  years: boolean
}

/** At most five classes from the first to the last day, of whole years where there are five years. */
export function dateClasses(first: string, last: string): DateClasses {
  const [from, until] = [monthNumber(first), monthNumber(last)]
  const years = Math.floor(until / 12) - Math.floor(from / 12) >= 4
  const unit = years ? 12 : 1
  const begin = Math.floor(from / unit)
  const count = Math.floor(until / unit) - begin + 1
  const starts = Array.from({ length: Math.min(5, count) }, (_, i) => (begin + Math.round((i * count) / Math.min(5, count))) * unit)
  return { starts, years }
}

/** The years of a class that begins with a month, until the next class or the last day of all. */
export function yearsText(start: number, next: number | undefined, lastDay: string | null | undefined): string {
  const [from, until] = [start / 12, next === undefined ? Number(lastDay?.slice(0, 4) ?? start / 12) : next / 12 - 1]
  return until > from ? `${from}–${until}` : String(from)
}
