// What the measurements share.
import type { Page } from '@playwright/test'

/** Milliseconds from the navigation to the first map with its records (a mark that the map sets). */
export async function drawn(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('map drawn').length > 0, null, { polling: 'raf', timeout: 60_000 })
  return page.evaluate(() => performance.getEntriesByName('map drawn')[0]!.startTime)
}

export const median = (values: number[]) => quantile(values, 0.5)

export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!
}

export const ms = (value: number) => `${value.toFixed(0)} ms`
export const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
