// The analysis beside the map, and the areas that it is about.
import { readFile } from 'node:fs/promises'

import type { Locator, Mouse, Page, Touchscreen } from '@playwright/test'

import { base, getJSON, stats } from './support/api'
import { traps } from './support/events'
import { expectShown, group, shown } from './support/explore'
import { canvas, openMap } from './support/map'
import { open } from './support/pages'
import { island } from './support/records'
import { expect, test } from './support/test'

interface Answer<T> {
  events: number
  zero_events: number
  results: T[]
}
interface Rate {
  bin: string
  protocol: string
  abundance: number
  lower: number | null
  upper: number | null
  events: number
  zero_events: number
}
interface Anomaly {
  bin: string
  protocol: string
  percent: number | null
  band: number | null
}

const address = (kind: string, more = '') => `/?analysis=${kind}&data_source=${traps.source}${more}`
/** The middle of the gravid traps. */
const at = `at=8/${traps.latitude}/${traps.longitude + 0.3}`
const rounded = (value: number) => new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value)

test('abundance by month is that of the service, with its interval', { tag: '@quick' }, async ({ page, request }) => {
  await open(page, `/?data_source=${traps.source}`)
  await page.getByRole('tab', { name: 'Analysis' }).click()
  await expect(page).toHaveURL(/analysis=abundance/)
  await expect(page.getByRole('heading', { name: 'Specimens per trap-night' })).toBeVisible()

  const answer = await getJSON<Answer<Rate>>(request, '/analytics/abundance', { data_source: traps.source, interval: 'month' })
  const july = answer.results.find(({ bin, protocol }) => bin === `${traps.lastYear}-07` && protocol === 'gravid trap')!
  expect(july.abundance).toBeCloseTo(((1 + 2 + 3 + 4 + 5) * 12 * 2) / (traps.gravid * traps.nights))
  await page.getByText('As a table').click()
  const row = page.getByRole('row', { name: /^July/ })
  await expect(row).toContainText(rounded(july.abundance))
  await expect(row).toContainText(`${rounded(july.lower!)}–${rounded(july.upper!)}`)
  // The years before caught half as many.
  await expect(row).toContainText(rounded(july.abundance / 2))
  await expect(page.getByText(`${answer.events} sampling events`)).toContainText(`${answer.zero_events} caught none`)
})

test('the options of abundance are in the address, and a link shows the same', async ({ page }) => {
  await open(page, address('abundance'))
  await page.getByLabel('Time step').selectOption('week')
  await page.getByLabel('Weeks begin').selectOption('mmwr')
  await page.getByRole('combobox', { name: /^Year/ }).selectOption(String(traps.firstYear))
  await page.getByLabel('Collection method').selectOption('cdc light trap')
  for (const part of [/interval=week/, /weeks=mmwr/, new RegExp(`year=${traps.firstYear}`), /protocol=cdc\+light\+trap/]) await expect(page).toHaveURL(part)
  await page.reload()
  await expect(page.getByLabel('Time step')).toHaveValue('week')
  await expect(page.getByRole('combobox', { name: /^Year/ })).toHaveValue(String(traps.firstYear))
  await expect(page.getByText('Intervals need at least five sites.')).toBeVisible()
  await page.getByRole('tab', { name: 'Records' }).click()
  await expect(page).not.toHaveURL(/analysis=/)
  await page.goBack()
  await expect(page.getByLabel('Collection method')).toHaveValue('cdc light trap')
})

test('an anomaly has a number and words for each band', async ({ page, request }) => {
  const answer = await getJSON<Answer<Anomaly>>(request, '/analytics/anomaly', { data_source: traps.source, interval: 'month', year: String(traps.lastYear) })
  const rows = answer.results.filter(({ protocol }) => protocol === 'gravid trap')
  expect(rows.map(({ band }) => band)).toEqual([null, 4, 4, 4, 4]) // nothing in May, else twice as many
  await open(page, address('anomaly'))
  const items = page.getByRole('list', { name: 'Anomaly' }).getByRole('listitem')
  await expect(items).toHaveCount(rows.length)
  await expect(items.nth(0)).toContainText('May: nothing was caught in the years before')
  await expect(items.nth(2)).toContainText('July: Above the mean, 200 %')
})

test('presence tells searched cells from found ones, and a key opens the one in the middle', async ({ page }) => {
  await openMap(page, address('presence', `&${at}&resolution=4`))
  const legend = page.locator('details.legend')
  for (const text of ['Found', 'Searched, not found', 'No cell: not searched']) await expect(legend).toContainText(text)
  const found = page.locator('dl.facts dd').first()
  await expect(found).not.toHaveText('0')

  await openMap(page, address('presence', `&${at}&resolution=4&species=${traps.absent}`))
  await expect(found).toHaveText('0')
  await expect(page.locator('dl.facts dd').nth(1)).not.toHaveText('0')
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'What is here' })
  await expect(popup).toContainText('Searched, not found')
  await expect(popup).toContainText(/\d+ events? searched and found none/)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
})

test('cells follow the zoom, or the choice of the reader', async ({ page }) => {
  const asked = page.waitForRequest(/presence\?.*resolution=5.*bbox=/)
  await openMap(page, address('presence', `&${at}`))
  await asked
  const coarse = page.waitForRequest(/presence\?.*resolution=3(?!.*bbox=)/)
  await page.getByLabel('Size of the cells (H3 resolution)').selectOption('3')
  await coarse
  await expect(page).toHaveURL(/resolution=3/)
})

test('a trap site tells its numbers', async ({ page }) => {
  // The fourth gravid trap is in the middle of the map.
  await openMap(page, address('events', `&at=10/${traps.latitude}/${traps.longitude + 0.4}`))
  await expect(page.getByText(`${traps.gravid} sites`)).toBeVisible()
  await page.getByRole('button', { name: 'What is in the middle of the map?' }).click()
  const popup = page.getByRole('dialog', { name: 'What is here' })
  await expect(popup.getByRole('heading')).toHaveText('T4')
  const years = traps.lastYear - traps.firstYear + 1
  await expect(popup.locator('dd')).toHaveText([/./, String(4 * 26 * (years + 1)), `${years * 5 * traps.nights} trap-nights`, String(years * 5), String(years)])
})

test('without effort there is no rate, and the records are offered', async ({ page, complaints }) => {
  complaints.expect(/422/)
  await open(page, `/?analysis=abundance&data_source=${island.source}`)
  await expect(page.getByText(`No sampling effort is known here, so there is no rate: ${island.trap.length + 2} records match.`)).toBeVisible()
  await expect(page.locator('.plot')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the records over time' }).click()
  await expect(page.getByRole('img', { name: /Records by year/ })).toBeVisible()
})

test('an answer is saved as a table and as a picture', async ({ page, request }) => {
  for (const kind of ['abundance', 'anomaly', 'infection', 'presence', 'events', 'trend', 'spread']) {
    await test.step(kind, async () => {
      await openMap(page, address(kind, `&${at}&resolution=4&species=${traps.species}`))
      const panel = page.getByRole('region', { name: 'Analysis' })
      const csv = await panel.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
      const text = await (await request.get(csv!)).text()
      expect(text.split('\r\n').length).toBeGreaterThan(2)
      const saving = page.waitForEvent('download')
      await panel.getByRole('button', { name: 'Picture (PNG)' }).click()
      const png = await readFile(await (await saving).path())
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect(png.length).toBeGreaterThan(10_000)
    })
  }
})

/** Begins to draw, and returns the controls. */
async function beginDrawing(page: Page): Promise<Locator> {
  await (await group(page, 'Area')).getByRole('button', { name: 'Draw on the map' }).click()
  const bar = page.getByRole('region', { name: 'Drawing an area' })
  await expect(bar).toContainText('0 corners')
  return bar
}

/** Clicks on points of the map, or taps them, each when the one before is a corner. */
async function pressCorners(by: Mouse | Touchscreen, bar: Locator, points: [number, number][]) {
  for (const [i, [x, y]] of points.entries()) {
    await ('click' in by ? by.click(x, y) : by.tap(x, y))
    await expect(bar).toContainText(i === 0 ? '1 corner' : `${i + 1} corners`)
  }
}

/** Points of the screen around the first two traps and not the others. */
async function corners(page: Page): Promise<[number, number][]> {
  const box = (await canvas(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  return [[x - 80, y - 80], [x + 80, y - 80], [x + 80, y + 80], [x - 80, y + 80]]
}
/** The first two traps are in the middle; 80 pixels are 0.22 degrees. */
const atFirst = `at=8/${traps.latitude}/${traps.longitude + 0.05}`

test('an area is drawn with the mouse, everything follows it, and its chip removes it', { tag: '@quick' }, async ({ page, request }) => {
  await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
  const all = await shown(page)
  const bar = await beginDrawing(page)
  await pressCorners(page.mouse, bar, await corners(page))
  await bar.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(/area=[0-9a-f]{32}/)
  await expect(bar).toBeHidden()
  const area = new URL(page.url()).searchParams.get('area')!
  const inside = (await stats(request, { data_source: traps.source, area })).count
  expect(inside).toBeGreaterThan(0)
  expect(inside).toBeLessThan(all)
  await expectShown(page, inside)
  await page.getByRole('button', { name: /^Remove: Drawn area/ }).click()
  await expect(page).not.toHaveURL(/area=/)
  await expectShown(page, all)
})

test('an area is drawn by keys, taken back and cancelled', async ({ page }) => {
  await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
  const bar = await beginDrawing(page)
  await expect(canvas(page)).toBeFocused()
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
    const before = new URL(page.url()).searchParams.get('at')
    await page.keyboard.press('Enter')
    await page.keyboard.press(key)
    await expect.poll(() => new URL(page.url()).searchParams.get('at'), { message: 'the map has moved' }).not.toBe(before)
  }
  await expect(bar).toContainText('3 corners')
  await bar.getByRole('button', { name: 'Take the last back' }).click()
  await expect(bar).toContainText('2 corners')
  await bar.getByRole('button', { name: 'Corner in the centre' }).click()
  await expect(bar).toContainText('3 corners')
  await bar.getByRole('button', { name: 'Finish' }).click()
  await expect(page).toHaveURL(/area=[0-9a-f]{32}/)

  await beginDrawing(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
})

test('edges that cross are repaired, and the page says so', async ({ page }) => {
  await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
  const bar = await beginDrawing(page)
  const [a, b, c, d] = await corners(page)
  await pressCorners(page.mouse, bar, [a!, c!, b!, d!])
  await bar.getByRole('button', { name: 'Finish' }).click()
  await expect(bar).toContainText('The area was repaired')
  await bar.getByRole('button', { name: 'Use it' }).click()
  await expect(page).toHaveURL(/area=[0-9a-f]{32}/)
})

test('a circle is an area: its middle and its edge are pressed, or put in the middle of the map', async ({ page, request }) => {
  await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
  const all = await shown(page)
  await (await group(page, 'Area')).getByRole('button', { name: 'Draw a circle' }).click()
  const bar = page.getByRole('region', { name: 'Drawing an area' })
  await expect(bar).toContainText('Press the middle of the circle')
  const box = (await canvas(page).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  await page.mouse.move(x + 40, y, { steps: 4 })
  await page.mouse.click(x + 80, y)
  await expect(page).toHaveURL(/area=[0-9a-f]{32}/)
  const area = new URL(page.url()).searchParams.get('area')!
  const { geometry } = await getJSON<{ geometry: { coordinates: number[][][][] } }>(request, '/areas/' + area, { f: 'geojson' })
  expect(geometry.coordinates[0]![0]!.length).toBeGreaterThan(64)
  const inside = (await stats(request, { data_source: traps.source, area })).count
  expect(inside).toBeGreaterThan(0)
  expect(inside).toBeLessThan(all)
  await expectShown(page, inside)
})

test('a GeoJSON file is an area, and what is wrong with one is said', async ({ page, request, complaints }) => {
  complaints.expect(/422/)
  await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
  const field = (await group(page, 'Area')).getByLabel('GeoJSON file')
  const file = (name: string, json: unknown) => ({ name, mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify(json)) })
  await field.setInputFiles(file('point.geojson', { type: 'Point', coordinates: [0, 0] }))
  await expect(page.getByText('There is no polygon in it that can be read.')).toBeVisible()
  const ring = (west: number) => [[west, 40], [west + 1, 40], [west + 1, 90.5], [west, 40]]
  await field.setInputFiles(file('outside.geojson', { type: 'Polygon', coordinates: [ring(0)] }))
  await expect(page.getByText('The area reaches over the edge of the world map.')).toBeVisible()
  const around = (at: number) => [[[at - 0.1, traps.latitude - 1], [at + 0.1, traps.latitude - 1], [at + 0.1, traps.latitude + 1], [at - 0.1, traps.latitude + 1], [at - 0.1, traps.latitude - 1]]]
  const features = [traps.longitude, traps.longitude + 0.5].map((at) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: around(at) } }))
  await field.setInputFiles(file('two.geojson', { type: 'FeatureCollection', features }))
  await expect(page).toHaveURL(/area=[0-9a-f]{32}/)
  await expectShown(page, (await stats(request, { data_source: traps.source, area: new URL(page.url()).searchParams.get('area')! })).count)
})

test('a state is found by its name among the areas', async ({ page, request }) => {
  await openMap(page, '/')
  await (await group(page, 'Area')).getByLabel('Find a state, a district or another named area').fill('sao paulo')
  await page.getByRole('checkbox', { name: /São Paulo/ }).check()
  await expect(page).toHaveURL(/area=br-sp/)
  await expectShown(page, (await stats(request, { area: 'br-sp' })).count)
})

test('presence is shown by states, and a press on one shows its records', async ({ page, request }) => {
  await open(page, '/?analysis=presence&species=aedes-aegypti&at=5/-13/-56')
  await page.getByLabel('Places').selectOption({ label: 'States and provinces' })
  await expect(page).toHaveURL(/set=admin1/)
  await expect(page.getByText('In view of the map.')).toBeVisible()
  await expect(async () => {
    const box = (await canvas(page).boundingBox())!
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(page.getByRole('button', { name: 'Records in Mato Grosso' })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Records in Mato Grosso' }).click()
  await expect(page).toHaveURL(/area=br-mt/)
  await expect(page).not.toHaveURL(/analysis=/)
  await expectShown(page, (await stats(request, { species: 'aedes-aegypti', area: 'br-mt' })).count)
})

test('the view of the map is an area', async ({ page, request }) => {
  await openMap(page, `/?data_source=${traps.source}&at=10/${traps.latitude}/${traps.longitude + 0.1}`)
  const asked = page.waitForResponse(`**${base}/areas`)
  await (await group(page, 'Area')).getByRole('button', { name: 'What the map shows' }).click()
  const { id } = (await (await asked).json()) as { id: string }
  await expect(page).toHaveURL(new RegExp(`area=${id}`))
  await expectShown(page, (await stats(request, { data_source: traps.source, area: id })).count)
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  test('an area is drawn by taps', async ({ page }) => {
    await openMap(page, `/?data_source=${traps.source}&${atFirst}`)
    await page.getByRole('button', { name: /^Filters/ }).click()
    const bar = await beginDrawing(page)
    await pressCorners(page.touchscreen, bar, await corners(page))
    await bar.getByRole('button', { name: 'Finish' }).click()
    await expect(page).toHaveURL(/area=[0-9a-f]{32}/)
  })
})
