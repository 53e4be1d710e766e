// How fast the records are played once their tiles are there.
import { type Browser, expect } from '@playwright/test'

import { drawn, ms, quantile } from './measure'

const seconds = 8

/** Frames a second at the highest rate (10), after every month was shown twice. */
export async function play(browser: Browser, address: string): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(address)
  await drawn(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By month' })
  const faster = player.getByRole('button', { name: 'Faster' })
  while (await faster.isEnabled()) await faster.click()
  const date = page.locator('.now .date')
  for (let round = 0; round < 2; round++) {
    await expect(date).toHaveText('December 2017', { timeout: 120_000 })
    await expect(date).toHaveText('January 2015', { timeout: 120_000 })
  }
  const times = await date.evaluate(
    (label, milliseconds) =>
      new Promise<number[]>((resolve) => {
        const changes: number[] = []
        const observer = new MutationObserver(() => changes.push(performance.now()))
        observer.observe(label, { childList: true, characterData: true, subtree: true })
        setTimeout(() => {
          observer.disconnect()
          resolve(changes)
        }, milliseconds)
      }),
    seconds * 1000,
  )
  await context.close()
  const gaps = times.slice(1).map((time, i) => time - times[i]!)
  const perSecond = (times.length - 1) / ((times.at(-1)! - times[0]!) / 1000)
  return `${perSecond.toFixed(1)} pictures a second (slowest of 20: ${ms(quantile(gaps, 0.95))})`
}
