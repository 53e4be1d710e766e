// How smoothly the table of all records moves.
import type { Browser } from '@playwright/test'

import { frames } from './measure'

const seconds = 6

/** Frames a second of the table of all records, moved by the wheel or by a key pressed again and again, or at rest. */
export async function scroll(browser: Browser, url: string, how: 'by the wheel' | 'by PageDown' | 'at rest'): Promise<string> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url + '/?view=table&scope=all')
  const grid = page.getByRole('grid')
  await grid.locator('[aria-rowindex="2"] a').waitFor()
  await grid.focus()
  const { x, y, width, height } = (await grid.boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  const seen = await frames(page, seconds, async () => {
    if (how === 'by the wheel') await page.mouse.wheel(0, 120)
    if (how === 'by PageDown') await page.keyboard.press('PageDown')
    await page.waitForTimeout(how === 'by PageDown' ? 30 : 16)
  })
  await context.close()
  return seen
}
