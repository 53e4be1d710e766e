// Pictures of pages, to look at.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

/** A picture of the page where E2E_PICTURES names a folder. */
export async function picture(page: Page, name: string) {
  const folder = process.env.E2E_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.waitForTimeout(800)
  await page.screenshot({ path: join(folder, name + '.png'), fullPage: true })
}
