// The map of the first page: its pixels, and when they are stable.
import { expect, type Page } from '@playwright/test'

import { open } from './pages'
import { type Picture, picture } from './pixels'

export const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas').first()

/** Waits until the map has all its tiles and rests, in two pictures after each other. They show its middle, which no control covers. */
export async function drawn(page: Page): Promise<Picture> {
  const container = page.locator('[data-drawn]', { has: canvas(page) }).first()
  let [last, now]: (Picture | undefined)[] = []
  await expect(async () => {
    await expect(container, 'the map comes to rest').toHaveAttribute('data-drawn', 'true')
    last = now
    now = (await picture(canvas(page))).middle
    expect(last && now.difference(last), 'pixels that differ between two pictures of a map at rest').toBe(0)
  }).toPass({ intervals: [0] })
  return now!
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
