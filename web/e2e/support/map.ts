// The map of the first page: its pixels, and when they are stable.
import { expect, type Page } from '@playwright/test'

import { open } from './pages'
import { type Picture, picture } from './pixels'

export const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas').first()

/** Waits until two pictures of the map, a moment apart, are the same. They show its middle, which no control covers. */
export async function drawn(page: Page): Promise<Picture> {
  await canvas(page).waitFor()
  let last: Picture | undefined
  for (let tries = 0; tries < 40; tries++) {
    await page.waitForLoadState('networkidle')
    const now = (await picture(canvas(page))).middle
    if (last && now.difference(last) === 0) return now
    last = now
    await page.waitForTimeout(400)
  }
  throw new Error('the map does not come to rest')
}

/** The map once it has changed by more than a number of pixels. */
export async function redrawn(page: Page, before: Picture, pixels: number, message?: string): Promise<Picture> {
  let now = before
  await expect.poll(async () => (now = await drawn(page)).difference(before), { message }).toBeGreaterThan(pixels)
  return now
}

export async function openMap(page: Page, address: string): Promise<Picture> {
  await open(page, address)
  return drawn(page)
}
