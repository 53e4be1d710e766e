// Seasons of several species, and of several years, over each other.
import { readFile } from 'node:fs/promises'

import { stats } from './support/api'
import { numbers } from './support/explore'
import { open } from './support/pages'
import { island } from './support/records'
import { expect, test } from './support/test'

const choice = 'By month of the year'

/** Records by month of the year, January first. */
function season(months: { month: string; count: number }[]): number[] {
  const sums = new Array<number>(12).fill(0)
  for (const { month, count } of months) sums[Number(month.slice(5)) - 1]! += count
  return sums
}

test('a line for each species in the colour of the legend, with the numbers of the service', { tag: '@quick' }, async ({ page, request }) => {
  const query = 'data_source=synthetic'
  const { species } = await stats(request, query)
  await open(page, `/?${query}&at=0/20/0&scope=all&show=circles&colour=species`)
  await page.getByRole('group', { name: choice }).getByRole('button', { name: 'Species' }).click()
  await expect(page).toHaveURL(/seasons=species/)
  const figure = page.locator('figure')
  const key = figure.getByRole('list').locator('li')
  await expect(key).toHaveText(species.slice(0, 7).map(({ name }) => name))
  const legend = page.locator('.legend li', { hasText: 'Aedes albopictus' }).locator('path')
  const albopictus = await legend.getAttribute('fill')
  await expect(key.filter({ hasText: 'Aedes albopictus' }).locator('path')).toHaveAttribute('stroke', albopictus!)
  await figure.getByText('As a table').click()
  const table = figure.getByRole('table')
  const first = species[0]!
  const column = season((await stats(request, `${query}&species=${first.id}&exact=true`)).months)
  await expect.poll(async () => (await numbers(table.locator('tbody tr td:nth-child(2)'))).slice(0, 12)).toEqual(column)
  await expect(page.getByText(`${species.length - 7} rarer species have no line.`)).toBeVisible()

  const saved = page.waitForEvent('download')
  await figure.getByRole('button', { name: /CSV/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/-seasons\.csv$/)
  const rows = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').map((row) => row.split(','))
  expect(rows[0]!.slice(1)).toEqual(species.slice(0, 7).map(({ name }) => name))
  expect(rows.slice(1, 13).map((row) => Number(row[1]))).toEqual(column)
})

test('lines are of the records in view, and those without a month are said', async ({ page }) => {
  await open(page, `/?at=9/${island.latitude}/${island.longitude}&seasons=species`)
  const figure = page.locator('figure')
  await expect(figure.getByRole('list').locator('li')).toHaveText(['Aedes aegypti', 'Anopheles gambiae', 'Culex insularis', 'Culex quinquefasciatus'])
  await figure.getByText('As a table').click()
  const rows = figure.getByRole('table').locator('tbody tr')
  await expect(rows.nth(1).locator('td')).toHaveText(['2', '0', '0', '1'])
  await expect(rows.last().locator('td')).toHaveText(['0', '0', '0', '0'])
  await expect(rows.last().locator('th')).toHaveText('Month not known')
})

test('year over year: the newest five, and all on demand', async ({ page, request }) => {
  const query = 'species=aedes-aegypti&data_source=synthetic&start_date=2010-01-01'
  const { months } = await stats(request, query)
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))].sort()
  await open(page, `/?${query}&at=0/20/0&scope=all&seasons=years`)
  const figure = page.locator('figure')
  await expect(figure.getByRole('list').locator('li')).toHaveText(years.slice(-5))
  await figure.getByText('As a table').click()
  await expect(figure.getByRole('columnheader')).toHaveText(['Month', ...years.slice(-5)])
  await page.getByRole('button', { name: /^All \d+ years since 2010/ }).click()
  await expect(figure.getByRole('columnheader')).toHaveText(['Month', ...years])
  const year = years.at(-2)!
  const cells = figure.getByRole('table').locator(`tbody tr td:nth-child(${years.length})`)
  await expect.poll(async () => (await numbers(cells)).slice(0, 12)).toEqual(season(months.filter(({ month }) => month.startsWith(year))))
})

test('months outside of the chosen dates are not zero', async ({ page }) => {
  await open(page, '/?data_source=synthetic&start_date=2020-03-01&end_date=2020-05-31&at=0/20/0&scope=all&seasons=years')
  const figure = page.locator('figure')
  await figure.getByText('As a table').click()
  const cells = figure.getByRole('table').locator('tbody tr td')
  await expect(cells.nth(0)).toHaveText('–')
  await expect(cells.nth(3)).toHaveText(/^[\d,]+$/)
  await expect(cells.nth(11)).toHaveText('–')
})

test('the page of a species has its years', async ({ page }) => {
  await open(page, '/species/aedes-aegypti')
  const section = page.locator('#season')
  await expect(section.getByRole('heading', { name: 'Records by month, a line for each year' })).toBeVisible()
  await expect(section.locator('figure').last().getByRole('list').locator('li')).toHaveCount(5)
})
