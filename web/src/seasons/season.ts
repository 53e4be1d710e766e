// Records by month of the year.

type Months = { month: string; count: number }[]

/** Sums counts of months such as '2024-08' by month of the year, January first. */
export function season(months: Months): number[] {
  const sums = new Array<number>(12).fill(0)
  for (const { month, count } of months) {
    const i = Number(month.slice(-2)) - 1
    sums[i] = (sums[i] ?? 0) + count
  }
  return sums
}

/** A season minus a part of it. */
export function without(whole: number[], part: number[]): number[] {
  return whole.map((count, i) => count - (part[i] ?? 0))
}

export function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
