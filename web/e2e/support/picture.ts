// Pictures of pages, to look at.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import { settled } from './pages'

/** A picture of the page where E2E_PICTURES names a folder. */
export async function picture(page: Page, name: string) {
  const folder = process.env.E2E_PICTURES
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await settled(page)
  await expect(page.locator('[data-drawn=false]')).toHaveCount(0)
  await page.screenshot({ path: join(folder, name + '.png'), fullPage: true, animations: 'disabled' })
}
