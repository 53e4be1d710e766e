// The search over the map.
import type { Locator, Page } from '@playwright/test'

import { getJSON, stats } from './support/api'
import { expectShown } from './support/explore'
import { canvas, openMap } from './support/map'
import { open } from './support/pages'
import { expect, test } from './support/test'

const box = (page: Page): Locator => page.getByRole('combobox', { name: 'Find a place, a species, a disease' })
const option = (page: Page, name: RegExp | string): Locator => page.locator('search').getByRole('option', { name }).first()
const active = (page: Page): Locator => page.locator('search [aria-selected=true]')

/** Longitude and latitude of the middle of the map, of the address. */
async function middle(page: Page): Promise<[number, number]> {
  await expect(page).toHaveURL(/at=/)
  const [, lat, lng] = (new URL(page.url()).searchParams.get('at') ?? '').split('/').map(Number)
  return [lng!, lat!]
}

async function expectMiddle(page: Page, lng: number, lat: number, within: number) {
  await expect(async () => {
    const [x, y] = await middle(page)
    expect(Math.hypot(x - lng, y - lat)).toBeLessThan(within)
  }).toPass()
}

test('a state is found by its name with keys alone, and its records are shown', { tag: '@quick' }, async ({ page, request }) => {
  await openMap(page, '/')
  await canvas(page).focus()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('sao pau')
  await expect(page.getByRole('group', { name: 'States and other areas' })).toContainText('São Paulo')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toHaveText(/São Paulo\s*Brazil/)
  await expect(box(page)).toHaveAttribute('aria-activedescendant', (await active(page).getAttribute('id'))!)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/area=br-sp/)
  await expect(page.locator('search').getByRole('option')).toHaveCount(0)
  await expectMiddle(page, -48.7, -22.5, 2)
  await expectShown(page, (await stats(request, { area: 'br-sp' })).count)
})

test('a country and a species narrow the records, a town moves the map alone', async ({ page, request }) => {
  await openMap(page, '/')
  await box(page).fill('brazi')
  await option(page, /^Brazil/).click()
  await expect(page).toHaveURL(/country=br/)
  await expectMiddle(page, -52, -14, 6)
  await box(page).fill('aedes egypti')
  await option(page, /^Aedes aegypti/).click()
  await expect(page).toHaveURL(/species=aedes-aegypti/)
  await expectShown(page, (await stats(request, { country: 'br', species: 'aedes-aegypti' })).count)
  await box(page).fill('nairobi')
  await option(page, /^Nairobi/).click()
  await expectMiddle(page, 36.8, -1.3, 0.3)
  await expect(page).toHaveURL(/country=br/)
  await box(page).fill('dengue')
  await page.getByRole('group', { name: 'Vectors of a disease' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/disease=dengue-fever/)
})

test('a genus is found before its species, and narrows the records to all of it', async ({ page, request }) => {
  await openMap(page, '/?species=aedes-aegypti&scope=all')
  await box(page).fill('culex')
  const genera = page.getByRole('group', { name: 'Genera' })
  await expect(genera.getByRole('option')).toHaveText(/^Culex\s*\d+ species in the catalogue$/)
  await expect(active(page)).toHaveText(/^Culex\s*\d/)
  await expect(page.getByRole('group', { name: 'Species' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/genus=Culex/)
  await expect(page).not.toHaveURL(/species=/)
  const all = await stats(request, { genus: 'Culex' })
  expect(all.species.every(({ name }) => /^Culex( |$)/.test(name))).toBe(true)
  await expectShown(page, all.count)
})

test('dates, sexes and vectors are words of the search too', async ({ page, request }) => {
  await openMap(page, '/?country=br')
  await box(page).fill('June to August 2020')
  await option(page, /Jun 1, 2020 – Aug 31, 2020/).click()
  await expect(page).toHaveURL(/start_date=2020-06-01&end_date=2020-08-31/)
  await page.keyboard.type('female')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sex=female/)
  await page.keyboard.type('only vec')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/vector_status=/)
  const query = { country: 'br', start_date: '2020-06-01', end_date: '2020-08-31', sex: 'female', vector_status: 'High,Moderate,Low' }
  await expectShown(page, (await stats(request, query)).count)
})

test('coordinates are marked, and the mark is in the address until it is taken away', async ({ page }) => {
  await openMap(page, '/')
  await box(page).fill('39°06\'N 94°36\'W')
  await option(page, '39.1, -94.6').click()
  await expectMiddle(page, -94.6, 39.1, 0.1)
  const mark = page.getByRole('button', { name: 'Remove the mark' })
  await expect(mark).toBeVisible()
  await expect(page).toHaveURL(/mark=39.1\/-94.6/)
  await page.reload()
  await mark.click()
  await expect(mark).toBeHidden()
  await expect(page).not.toHaveURL(/mark=/)
})

test('an id opens the page of its record', async ({ page, request }) => {
  const { observations } = await getJSON<{ observations: { id: string }[] }>(request, '/observations', { limit: '1' })
  await openMap(page, '/')
  await box(page).fill(observations[0]!.id)
  await option(page, /./).click()
  await expect(page).toHaveURL(new RegExp('/records/' + observations[0]!.id))
})

test('Escape closes the list, then empties the field, and nothing found is said', async ({ page }) => {
  await open(page, '/')
  await box(page).fill('florida')
  await expect(option(page, /^Florida/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('search').getByRole('option')).toHaveCount(0)
  await expect(box(page)).toHaveValue('florida')
  await page.keyboard.press('Escape')
  await expect(box(page)).toHaveValue('')
  await box(page).fill('qqqqqq')
  await expect(page.locator('search')).toContainText('Nothing was found.')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the search is as wide as the screen while it is used', async ({ page }) => {
    await openMap(page, '/')
    await box(page).click()
    expect((await box(page).boundingBox())!.width).toBeGreaterThan(360)
    await box(page).fill('florida')
    await option(page, /^Florida/).click()
    await expect(page).toHaveURL(/area=us-fl/)
  })
})

test('countries are found and named in the language of the page', async ({ page }) => {
  await open(page, '/?lang=ru')
  await page.getByRole('combobox', { name: 'Найти место, вид или болезнь' }).fill('germany')
  await expect(option(page, /^Германия/)).toBeVisible()
})
