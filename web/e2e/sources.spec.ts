// The pages of data sources: what they hold, and how to cite them.
import { getJSON, stats } from './support/api'
import { numbers } from './support/explore'
import { open } from './support/pages'
import { island, row } from './support/records'
import { expect, test } from './support/test'

test('a data source says what it holds, and its records open on the map, as a table and in files', { tag: '@quick' }, async ({ page, request }) => {
  const known = await stats(request, `data_source=${island.source}`)
  await open(page, '/sources')
  await page.getByRole('link', { name: island.source, exact: true }).click()
  await expect(page).toHaveTitle(new RegExp(island.source))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(island.source)
  const fact = (name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')
  await expect.poll(() => numbers(fact('Records'))).toEqual([known.count])
  await expect.poll(() => numbers(fact('Species, groups and genera'))).toEqual([known.species.length])
  await expect(fact('First observed')).toHaveText('Feb 3, 2021')
  await expect(fact('Licence')).toHaveText('not stated')
  for (const name of ['CSV', 'GeoJSON', 'Darwin Core archive']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', new RegExp(`data_source=${island.source}`))
  }
  await page.getByRole('link', { name: 'Open as a table' }).click()
  await expect(page.getByRole('grid', { name: 'Table of records' })).toHaveAttribute('aria-rowcount', String(known.count + 1))
})

test('its citation is copied with the day and the address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `/sources/${row.source}?lang=en`)
  await expect(page.getByText('states no citation')).toBeVisible()
  await page.getByRole('button', { name: 'Copy the citation' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${row.source}. Accessed on `)
  expect(copied).toContain(new URL(page.url()).origin + '/sources/' + row.source)
  expect(copied).not.toContain('lang=')
})

test('records, the sources of the map and the page about sources lead to it', async ({ page, request }) => {
  const { observations } = await getJSON<{ observations: { id: string }[] }>(request, '/observations', { data_source: row.source, limit: '1' })
  for (const path of ['/records/' + observations[0]!.id, '/about']) {
    await open(page, path)
    await page.getByRole('link', { name: row.source, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/sources/${row.source}`))
  }
  await open(page, `/?data_source=${row.source}`)
  await page.getByRole('button', { name: /^Sources/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: row.source, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/sources/${row.source}`))
})

test('an unknown one says so, with 404', async ({ page, complaints }) => {
  complaints.expect(/404/)
  expect((await page.goto('/sources/nobody-has-it'))!.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no data source with this id.')
  await page.getByRole('link', { name: 'All data sources' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Data sources')
})
