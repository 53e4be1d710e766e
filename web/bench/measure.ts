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

/** Frames a second while something is done again and again. */
export async function frames(page: Page, seconds: number, act: (i: number) => Promise<void>): Promise<string> {
  const times = page.evaluate(
    (milliseconds) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        const began = performance.now()
        const step = (now: number) => {
          frames.push(now)
          if (now - began < milliseconds) requestAnimationFrame(step)
          else resolve(frames)
        }
        requestAnimationFrame(step)
      }),
    seconds * 1000,
  )
  for (let i = 0, until = Date.now() + seconds * 1000; Date.now() < until; i++) await act(i)
  const at = await times
  const gaps = at.slice(1).map((time, i) => time - at[i]!)
  const perSecond = (at.length - 1) / ((at.at(-1)! - at[0]!) / 1000)
  return `${perSecond.toFixed(0)} frames a second (slowest frame of 20: ${ms(quantile(gaps, 0.95))})`
}
