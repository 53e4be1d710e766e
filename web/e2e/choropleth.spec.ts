// Numbers of records by state, country or another set of areas: on the map, in popups and in the filter.
import { getJSON, stats } from './support/api'
import { expectShown, group, numbers } from './support/explore'
import { canvas, drawn, openMap, redrawn } from './support/map'
import { island } from './support/records'
import { expect, test } from './support/test'

interface Counts {
  records: number
  outside: number
  repeated: number
  results: { area_id: string | null; country_id: string | null; name: string; records: number }[]
}

const counts = (request: Parameters<typeof stats>[0], query: string) => getJSON<Counts>(request, '/analytics/counts', query)

test('the numbers of all areas and the rest are the records of the filter', async ({ request }) => {
  for (const filter of ['', 'genus=Culex&start_date=2012-01-01', `data_source=${island.source}`]) {
    for (const places of ['set=admin1', 'by=country']) {
      const [{ records, outside, repeated, results }, all] = await Promise.all([counts(request, `${places}&${filter}`), stats(request, filter)])
      expect(records).toBe(all.count)
      expect(results.reduce((sum, one) => sum + one.records, 0)).toBe(records - outside + repeated)
    }
  }
  // What an area has is what the filter by it finds.
  const { results } = await counts(request, 'set=admin1&genus=Aedes')
  for (const { area_id, records } of results.sort((a, b) => b.records - a.records).slice(0, 5)) {
    expect((await stats(request, `genus=Aedes&area=${area_id}`)).count).toBe(records)
  }
})

test('countries and states are coloured, a click tells of one and filters by it', { tag: '@quick' }, async ({ page, request }) => {
  const before = await openMap(page, '/?genus=Aedes&at=3.2/-10/-52&show=grid')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'Areas by number of records' }).check()
  await page.getByLabel('Which areas').selectOption({ label: 'Countries' })
  await expect(page).toHaveURL(/show=areas.*by=country/)
  await page.getByRole('button', { name: 'Display' }).click()
  const legend = page.locator('.legend')
  await expect(legend.getByRole('heading')).toHaveText('Records: Countries')
  await expect(legend.getByText('No records')).toBeVisible()
  const countries = await redrawn(page, before, 500, 'countries in place of the grid')
  const { outside, results } = await counts(request, 'by=country&genus=Aedes')
  if (outside > 0) await expect(legend.getByText(/lies? in none of these areas/)).toContainText(outside.toLocaleString('en-US'))

  await canvas(page).focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('heading')).toHaveText('Brazil')
  const brazil = results.find(({ country_id }) => country_id === 'br')!
  await expect(popup.locator('strong')).toHaveText(`${brazil.records.toLocaleString('en-US')} records`)
  await expect(popup.getByRole('listitem').first()).toContainText('Aedes')
  await popup.getByRole('button', { name: 'Filter by this area' }).click()
  await expect(page).toHaveURL(/country=br/)
  await expectShown(page, brazil.records)

  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Which areas').selectOption({ label: 'States and provinces' })
  await expect(legend.getByRole('heading')).toHaveText('Records: States and provinces')
  await redrawn(page, countries, 500, 'states in place of countries')
})

test('an area without records says that, and not that there are no mosquitoes', async ({ page }) => {
  await openMap(page, `/?data_source=${island.source}&at=4/-10/-52&show=areas&by=country`)
  await canvas(page).click()
  await expect(page.getByRole('dialog')).toContainText('No records match here. That does not say that there are no mosquitoes.')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Filter by this area' })).toHaveCount(0)
})

test('the animation plays the records, and the areas come back', async ({ page }) => {
  const areas = await openMap(page, '/?genus=Aedes&start_date=2010-01-01&end_date=2011-12-31&at=1.5/15/10&show=areas&by=country')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('.now .date')).toBeVisible()
  await redrawn(page, areas, 500)
  await player.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await drawn(page)).difference(areas)).toBe(0)
})

test('the filter offers states with their records, most first', async ({ page, request }) => {
  await openMap(page, '/?country=us&at=3/39/-98')
  const fields = await group(page, 'Area')
  const states = fields.getByRole('group', { name: 'States and provinces' })
  const { results } = await counts(request, 'set=admin1&country=us')
  const [first, second] = results.sort((a, b) => b.records - a.records)
  await expect(states.getByRole('checkbox').first()).toBeVisible()
  await expect(states.locator('label .name').first()).toHaveText(first!.name)
  await expect.poll(async () => (await numbers(states.locator('label .count'))).slice(0, 2)).toEqual([first!.records, second!.records])
  await states.getByRole('checkbox').first().check()
  await expect(page).toHaveURL(new RegExp(`area=${first!.area_id}`))
  await expect(states.getByRole('checkbox').first()).toBeChecked()
})
