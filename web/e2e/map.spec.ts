// The map: it draws, follows the filter and the address, and explains what it shows.
import { anyRecord, queryText, stats } from './support/api'
import { expectShown, group, numbers, parsed, shown } from './support/explore'
import { canvas, drawn, openMap, redrawn } from './support/map'
import { open } from './support/pages'
import { island, row } from './support/records'
import { expect, test } from './support/test'

const islandAt = `/?data_source=${island.source}&at=9/${island.latitude}/${island.longitude}`
const nothing = 'species=nobody'

test('records are drawn, those of the filter only', { tag: '@quick' }, async ({ page }) => {
  const empty = await openMap(page, `/?${nothing}&at=1.5/10/0`)
  const asked = page.waitForRequest(/\/tiles\/observations\/.*species=aedes-aegypti/)
  const one = await openMap(page, '/?species=aedes-aegypti&at=1.5/10/0')
  await asked
  const all = await openMap(page, '/?at=1.5/10/0')
  expect(one.difference(empty)).toBeGreaterThan(200)
  // The largest circle sets the size of the others: more records are not more pixels.
  expect(all.difference(empty)).toBeGreaterThan(200)
  expect(all.difference(one)).toBeGreaterThan(200)
})

test('a filter that is set changes the tiles without the camera', async ({ page, request }) => {
  const before = await openMap(page, '/?at=2/10/20&scope=all')
  const asked = page.waitForRequest(/\/tiles\/observations\/.*months=7/)
  await (await group(page, 'Months of the year')).getByRole('button', { name: 'July' }).click()
  await asked
  await expectShown(page, (await stats(request, 'months=7')).count)
  await expect(page).toHaveURL(/at=2\/10\/20/)
  await redrawn(page, before, 100)
})

test('the basemap is drawn, in both themes', async ({ page }) => {
  const light = await openMap(page, `/?${nothing}&at=3/48/10`)
  const colours = new Set<string>()
  light.count((colour) => colours.add(colour.join()) && false)
  expect(colours.size).toBeGreaterThan(20) // land, sea, borders, names
  await page.getByRole('button', { name: 'Dark' }).click()
  await redrawn(page, light, light.width * light.height * 0.5)
  await expect(page).toHaveURL(/at=3\/48\/10/)
})

test('town zooms show places', async ({ page }) => {
  for (const at of ['5.9/39/-105.5', '9/48.2/16.4']) {
    const colours = new Set<string>()
    const map = await openMap(page, `/?${nothing}&at=${at}`)
    map.count((colour) => colours.add(colour.join()) && false)
    expect(colours.size, at).toBeGreaterThan(20)
  }
})

test('a zoom that is too deep is the deepest, and the address says so', async ({ page }) => {
  await open(page, `/?${nothing}&at=22/39/-105.5`)
  await expect(page).toHaveURL(/at=20\/39\/-105\.5(&|$)/)
})

test('names of countries follow the language', async ({ page }) => {
  const english = await openMap(page, `/?${nothing}&at=4/48/10&lang=en`)
  await page.getByLabel('Language').selectOption('ru')
  await redrawn(page, english, 200)
})

test('a link shows the same map to someone else', async ({ page, context }) => {
  await openMap(page, '/?genus=Aedes&at=3/20/80')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'Grid' }).check()
  await page.getByRole('radio', { name: 'Vector status' }).check()
  await page.getByRole('checkbox', { name: 'Graticule' }).check()
  await page.getByRole('button', { name: 'Display' }).click()
  await expect(page).toHaveURL(/show=grid/)
  await expect(page).toHaveURL(/colour=vector_status/)
  await expect(page).toHaveURL(/graticule=1/)
  await page.mouse.move(5, 5)
  const mine = await drawn(page)
  const other = await context.newPage()
  const theirs = await openMap(other, page.url())
  expect(theirs.difference(mine)).toBeLessThan(100)
})

test('every display and colouring looks different', async ({ page }) => {
  test.slow() // six maps, each drawn in software
  const looks = ['', 'show=grid', 'show=heat', 'colour=count', 'colour=vector_status', 'colour=date']
  const pictures = []
  for (const look of looks) pictures.push(await openMap(page, `/?at=2/10/20&${look}`))
  for (const [i, one] of pictures.entries()) {
    for (const other of pictures.slice(i + 1)) expect(one.difference(other)).toBeGreaterThan(100)
  }
})

test('moving the map is kept in the address, not in the history', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('navigation').first().getByRole('link', { name: 'Map' }).click()
  await drawn(page)
  await expect(page).toHaveURL(/at=/)
  const first = page.url()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).not.toHaveURL(first)
  await drawn(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/about/)
})

test('the first camera shows the results', async ({ page }) => {
  await openMap(page, `/?data_source=${island.source}`)
  await expect(page).toHaveURL(/at=/)
  const [zoom, lat, lng] = (new URL(page.url()).searchParams.get('at') ?? '').split('/').map(Number)
  expect(zoom).toBeGreaterThan(6)
  expect(lat).toBeCloseTo(island.latitude, 0)
  expect(lng).toBeCloseTo(island.longitude, 0)
})

test('zoom to results', async ({ page }) => {
  await openMap(page, `/?data_source=${island.source}&at=2/50/100`)
  await page.getByRole('button', { name: 'Zoom to results', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`at=[\\d.]+/${Math.trunc(island.latitude)}`))
})

test('a place with several records: the popup lists them and shows each', async ({ page }) => {
  await openMap(page, islandAt)
  await canvas(page).click()
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('heading')).toHaveText('3 records')
  await expect.poll(async () => (await popup.locator('li em').allInnerTexts()).sort()).toEqual(['Aedes aegypti', 'Aedes aegypti', 'Culex quinquefasciatus'])
  await popup.getByRole('button', { name: /Culex quinquefasciatus/ }).click()
  await expect(popup.getByRole('heading')).toHaveText('Culex quinquefasciatus')
  await expect(popup).toContainText('Feb 3, 2021')
  await expect(popup).toContainText('30')
  await expect(popup).toContainText(island.source)
  await expect(popup.getByRole('link', { name: /record/i })).toHaveAttribute('href', /\/records\//)
  await popup.getByRole('button', { name: /All/ }).click()
  await expect(popup.locator('li')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
})

test('the keyboard alone opens what is in the centre, and comes back', { tag: '@quick' }, async ({ page }) => {
  await openMap(page, islandAt)
  await canvas(page).focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog')
  await expect(popup).toBeVisible()
  await expect(popup.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(canvas(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(new RegExp('/' + island.longitude + '(&|$)'))
})

test('many records of one place have their number, and a list that is sorted and searched by keys alone', async ({ page, request, writable }) => {
  const address = writable + '/?at=9/-37.5/-12.5&show=circles'
  const empty = await openMap(page, address)
  for (let i = 1; i <= 8; i++) {
    const species = i % 4 === 0 ? 'Culex pipiens' : 'Aedes vexans'
    const data = { species_scientific_name: species, location: { lat: -37.5, lng: -12.5 }, observed_at: `2024-06-0${i}`, count: i }
    expect((await request.post(writable + '/api/v1/observations', { data })).ok()).toBe(true)
  }
  const full = await openMap(page, address)
  // The number stands right above the symbol.
  const [x, y] = [full.width / 2 + 9, full.height / 2 - 9].map(Math.floor) as [number, number]
  const changed = full.count((colour, px, py) => Math.abs(px - x) < 4 && Math.abs(py - y) < 4 && colour.join() !== empty.at(px, py).join())
  expect(changed).toBeGreaterThan(40)

  await canvas(page).focus()
  await page.keyboard.press('Enter')
  const popup = page.getByRole('dialog', { name: 'What is here' })
  await expect(popup.locator('li')).toHaveCount(6)
  await popup.getByRole('button', { name: 'List all 8' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '8 records' })
  const rows = sheet.locator('tbody tr')
  await expect(rows).toHaveCount(8)
  await expect(rows.first()).toContainText('Jun 8, 2024')
  await sheet.getByRole('button', { name: 'Sort by: Date' }).focus()
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Jun 1, 2024')
  await sheet.getByRole('button', { name: 'Sort by: Species' }).press('Enter')
  await sheet.getByRole('button', { name: 'Sort by: Species' }).press('Enter')
  await expect(rows.first()).toContainText('Culex pipiens')
  await sheet.getByRole('searchbox').focus()
  await page.keyboard.type('vexans 5')
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button').press('Enter')
  await expect(sheet).toBeHidden()
  await expect(popup.getByRole('heading')).toHaveText('Aedes vexans')
  await popup.getByRole('button', { name: /All/ }).press('Enter')
  await popup.getByRole('button', { name: 'List all 8' }).press('Enter')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'List all 8' }).focus()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  await expect(canvas(page)).toBeFocused()
})

test('the keys stay with a popup when all species of a cell are shown', async ({ page, request }) => {
  const [lng, lat] = await anyRecord(request)
  await openMap(page, `/?data_source=synthetic&at=1/${lat}/${lng}`)
  await page.getByRole('button', { name: 'What is in the middle of the map?' }).click()
  const popup = page.getByRole('dialog')
  await popup.getByRole('button', { name: /more/ }).focus()
  await page.keyboard.press('Enter')
  await expect(popup.locator('tbody tr').nth(8).getByRole('link')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
})

test('a cell says what it holds, and the parts are the whole', async ({ page, request }) => {
  const [lng, lat] = await anyRecord(request)
  for (const zoom of [1, 2, 3]) {
    await openMap(page, `/?data_source=synthetic&at=${zoom}/${lat}/${lng}`)
    await page.getByRole('button', { name: 'What is in the middle of the map?' }).click()
    const popup = page.getByRole('dialog')
    await expect(popup.getByRole('button', { name: /^Zoom in/ })).toBeVisible()
    const records = parsed(await popup.getByRole('heading').innerText())
    const more = popup.getByRole('button', { name: /more/ })
    await expect(popup.locator('tbody tr').first()).toBeVisible()
    if (await more.isVisible()) await more.click()
    await expect.poll(async () => (await numbers(popup.locator('tbody td'))).reduce((a, b) => a + b, 0)).toBe(records)
    expect(records).toBeLessThanOrEqual((await stats(request, 'data_source=synthetic')).count)
  }
})

test('a cell under the mouse names the species that it has the colour of', async ({ page, request }) => {
  const [lng, lat] = [island.longitude, island.latitude]
  await openMap(page, `/?data_source=${island.source}&at=2/${lat}/${lng}`)
  await canvas(page).hover()
  const hint = page.locator('.skeeter-hint')
  await expect(hint).toContainText('5 records')
  const { species } = await stats(request, `data_source=${island.source}`)
  await expect(hint).toContainText('mostly ' + species[0]!.name)
})

test('the popup of a cell zooms in', async ({ page, request }) => {
  const [lng, lat] = await anyRecord(request)
  await openMap(page, `/?data_source=synthetic&at=2/${lat}/${lng}`)
  await page.getByRole('button', { name: 'What is in the middle of the map?' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Zoom in/ }).click()
  await expect.poll(() => Number((new URL(page.url()).searchParams.get('at') ?? '').split('/')[0])).toBeGreaterThan(3)
})

test('the legend says the species with their records', async ({ page, request }) => {
  await openMap(page, `/?data_source=${island.source}`)
  const legend = page.locator('details.legend')
  const { species } = await stats(request, `data_source=${island.source}`)
  for (const one of species) await expect(legend.locator('li', { hasText: one.name })).toContainText(String(one.count))
})

test('the sources of what is shown are on the map', async ({ page }) => {
  await openMap(page, islandAt)
  const corner = page.getByRole('region', { name: 'Map', exact: true })
  await expect(corner).toContainText(island.source)
  await expect(corner).toContainText('Natural Earth')
})

test('layers without data are shown as empty', async ({ page }) => {
  await openMap(page, islandAt)
  await page.getByRole('button', { name: 'Display' }).click()
  for (const name of ['Distribution', 'Modelled suitability', 'Breeding sites']) await expect(page.getByRole('checkbox', { name })).toBeDisabled()
})

test('a row over the antimeridian has no gap', async ({ page }) => {
  const empty = await openMap(page, `/?${nothing}&at=5/${row.latitude}/180`)
  const full = await openMap(page, `/?data_source=${row.source}&at=5/${row.latitude}/180`)
  const reach = Math.floor(((row.reach * 0.9) / 360) * 512 * 2 ** 5)
  const [middle, height] = [Math.floor(full.width / 2), Math.floor(full.height / 2)]
  let [gap, run] = [0, 0]
  for (let x = middle - reach; x < middle + reach; x++) {
    run++
    for (let y = height - 12; y < height + 12; y++) if (full.at(x, y).join() !== empty.at(x, y).join()) run = 0
    gap = Math.max(gap, run)
  }
  expect(gap).toBeLessThanOrEqual(12)
})

test('tiles that fail are said once, and asked for again', async ({ page, complaints }) => {
  complaints.expect(/503/)
  let away = true
  await page.route('**/tiles/observations/**', (route) => (away ? route.fulfill({ status: 503, body: '' }) : route.continue()))
  await page.goto('/?at=2/10/20')
  const again = page.getByRole('region', { name: 'Map', exact: true }).getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(1)
  away = false
  const asked = page.waitForResponse((r) => r.url().includes('/tiles/observations/') && r.ok())
  await again.click()
  await asked
  await expect(again).toHaveCount(0)
})

test('so are those of the basemap', async ({ page, complaints }) => {
  complaints.expect(/503/)
  let away = true
  await page.route('**/basemap/**', (route) => (away ? route.fulfill({ status: 503, body: '' }) : route.continue()))
  await page.goto(`/?${nothing}&at=2/10/20`)
  const again = page.getByRole('region', { name: 'Map', exact: true }).getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(1)
  const before = await drawn(page)
  away = false
  await again.click()
  await redrawn(page, before, 10_000)
  await expect(again).toHaveCount(0)
})

test('locate me shows where I am, or says that it cannot', async ({ page, context }) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 48.2, longitude: 16.4, accuracy: 100 })
  await openMap(page, '/')
  await page.getByRole('button', { name: 'Show where I am' }).click()
  await expect(page).toHaveURL(/at=[\d.]+\/48\.\d+\/16\./)
})

test('what a first visit costs', { tag: '@quick' }, async ({ page }) => {
  const sizes: { url: string; type: string; bytes: number }[] = []
  page.on('requestfinished', async (request) => {
    const { responseBodySize } = await request.sizes()
    sizes.push({ url: request.url(), type: request.resourceType(), bytes: responseBodySize })
  })
  await openMap(page, '/')
  await shown(page)
  const scripts = sizes.filter((s) => /\.m?js(\?|$)/.test(s.url))
  expect(scripts.reduce((sum, s) => sum + s.bytes, 0), queryText(Object.fromEntries(scripts.map((s) => [s.url, String(s.bytes)])))).toBeLessThan(420_000)
  for (const { url, bytes } of sizes) expect(bytes, url).toBeLessThan(500_000)
  const origin = new URL(page.url()).origin
  expect(sizes.filter((s) => !s.url.startsWith(origin) && !/^(blob|data):/.test(s.url))).toEqual([])
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  test('a tap opens the popup, inside of the screen', async ({ page }) => {
    await openMap(page, islandAt)
    await canvas(page).tap()
    const popup = page.getByRole('dialog').filter({ hasText: '3 records' })
    await expect(popup).toBeVisible()
    const box = (await popup.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
  })
})

test.describe('less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('zoom to results does not fly', async ({ page }) => {
    await open(page, `/?data_source=${island.source}&at=2/50/100`)
    await drawn(page)
    // The bar has the length of every scale that the map goes through: of two, if it goes from one to the other.
    const lengths = await page.locator('span.scale').evaluateHandle((bar: HTMLElement) => {
      const seen = new Set([bar.outerHTML])
      new MutationObserver(() => seen.add(bar.outerHTML)).observe(bar, { attributes: true, characterData: true, subtree: true })
      return seen
    })
    await page.getByRole('button', { name: 'Zoom to results', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`at=[\\d.]+/${Math.trunc(island.latitude)}`))
    expect(await lengths.evaluate((seen) => [...seen])).toHaveLength(2)
  })
})
