// When in the year a species is met.

type Months = { month: string; count: number }[]

/** Records by month of the year, January first, of months such as '2024-08'. */
export function season(months: Months): number[] {
  const sums = new Array<number>(12).fill(0)
  for (const { month, count } of months) {
    const i = Number(month.slice(-2)) - 1
    sums[i] = (sums[i] ?? 0) + count
  }
  return sums
}

/** What is left of a season without a part of it. */
export function without(whole: number[], part: number[]): number[] {
  return whole.map((count, i) => count - (part[i] ?? 0))
}

export function total(counts: number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
