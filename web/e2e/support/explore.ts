// The panel beside the map, as a reader uses it.
import type { Locator, Page } from '@playwright/test'

import { expect } from './test'

/** A whole number as the page writes it, in any of the languages. */
export const parsed = (text: string) => Number(text.replace(/\D/g, ''))

/** The numbers of elements as they stand now. A page that still counts has other ones: compare with `expect.poll`. */
export const numbers = async (elements: Locator) => (await elements.allInnerTexts()).map(parsed)

/** The element with the number of matching records. */
export const count = (page: Page) => page.locator('.count strong').first()

/** The number of matching records on the page, once it has loaded. */
export async function shown(page: Page): Promise<number> {
  await expect(page.locator('[role=status]:has(.count)')).toHaveAttribute('aria-busy', 'false')
  return parsed(await count(page).innerText())
}

/** Compares the number of the page with a known one. */
export async function expectShown(page: Page, records: number) {
  await expect(async () => expect(await shown(page)).toBe(records)).toPass()
}

/** Opens a part of the filters, unless it is open. */
export async function group(page: Page, title: string): Promise<Locator> {
  const details = page.locator('details', { has: page.getByRole('heading', { name: title, exact: true }) })
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click()
  return details
}

/** The rows of the table of species, all of them. */
export async function speciesRows(page: Page): Promise<{ name: string; count: number }[]> {
  const table = page.locator('table', { has: page.locator('caption', { hasText: 'Species' }) })
  const all = page.getByRole('button', { name: /^Show all/ })
  if (await all.isVisible()) await all.click()
  const rows = await table.locator('tbody tr').all()
  return Promise.all(
    rows.map(async (row) => ({ name: (await row.locator('th').innerText()).trim(), count: parsed(await row.locator('td').first().innerText()) })),
  )
}
