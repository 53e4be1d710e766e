// Two Filters beside each other, or one over the other.
import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { stats } from './support/api'
import { traps } from './support/events'
import { parsed } from './support/explore'
import { openMap } from './support/map'
import { open } from './support/pages'
import { picture } from './support/pixels'
import { island } from './support/records'
import { expect, test } from './support/test'

const two = 'species=aedes-aegypti&b_species=aedes-albopictus'
const place = 'at=4/45/10&show=circles&colour=species'

const half = (page: Page, letter: 'A' | 'B') => page.locator(`section.half.${letter.toLowerCase()}`)
const canvasOf = (part: Locator) => part.locator('canvas.maplibregl-canvas')
const divider = (page: Page) => page.getByRole('slider', { name: 'Divider between A and B' })

/** The last numbers that a side asked the service for, of the records in view. */
function asked(page: Page) {
  const boxes = new Map<string, string>()
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [species, box] = [searchParams.get('species'), searchParams.get('bbox')]
    if (pathname.endsWith('/stats') && species && box && !searchParams.has('exact')) boxes.set(species, box)
  })
  return boxes
}

/** The number of a side, once it is counted. */
async function countOf(part: Locator): Promise<number> {
  const status = part.locator('header [role=status]')
  await expect(status).toHaveAttribute('aria-busy', 'false')
  return parsed(await status.locator('strong').innerText())
}

/** Waits until both maps are at rest: two pictures of each, a moment apart, are the same. */
async function still(page: Page): Promise<void> {
  for (const letter of ['A', 'B'] as const) {
    await expect(async () => {
      const before = await picture(canvasOf(half(page, letter)))
      expect((await picture(canvasOf(half(page, letter)))).middle.difference(before.middle)).toBe(0)
    }).toPass()
  }
}

test('a button compares the map with a copy, whose species is then another', async ({ page }) => {
  await openMap(page, `/?species=aedes-aegypti&${place}`)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page).toHaveURL(/compare=split.*b_species=aedes-aegypti|b_species=aedes-aegypti.*compare=split/)
  await expect(half(page, 'A').getByRole('heading', { level: 2 })).toContainText('Aedes aegypti')
  await expect(page.getByRole('tab', { name: 'Filters of B' })).toHaveAttribute('aria-selected', 'true')
  await page.locator('aside summary', { hasText: 'Species' }).click()
  await page.locator('aside').getByRole('combobox', { name: 'Scientific or common name' }).fill('tiger')
  await page.locator('aside').getByRole('option', { name: /Aedes albopictus/ }).click()
  await page.getByRole('button', { name: 'Remove: Aedes aegypti' }).click()
  await expect(page).toHaveURL(/[?&]species=aedes-aegypti(&|$)/)
  await expect(page).toHaveURL(/b_species=aedes-albopictus/)
  await expect(half(page, 'B').getByRole('heading', { level: 2 })).toContainText('Aedes albopictus')
})

test('two species side by side: one camera, and the numbers of the service for the box', { tag: '@quick' }, async ({ page, request }) => {
  const boxes = asked(page)
  await open(page, `/?${two}&compare=split&${place}`)
  for (const [letter, species] of [['A', 'aedes-aegypti'], ['B', 'aedes-albopictus']] as const) {
    await expect.poll(() => boxes.get(species)).toBeTruthy()
    const seen = await countOf(half(page, letter))
    expect(seen).toBe((await stats(request, { species, bbox: boxes.get(species)! })).count)
    await expect(half(page, letter).locator('.legend')).toContainText(species === 'aedes-aegypti' ? 'Aedes aegypti' : 'Aedes albopictus')
  }
  expect(boxes.get('aedes-aegypti')).toBe(boxes.get('aedes-albopictus'))

  // A drag on the first moves the second, and the address.
  await still(page)
  const before = [await picture(canvasOf(half(page, 'A'))), await picture(canvasOf(half(page, 'B')))]
  const box = (await canvasOf(half(page, 'A')).boundingBox())!
  await page.mouse.move(box.x + 200, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 60, box.y + 160, { steps: 6 })
  await page.mouse.up()
  await expect(page).not.toHaveURL(/at=4\/45\/10&/)
  await still(page)
  for (const [i, letter] of (['A', 'B'] as const).entries()) {
    expect((await picture(canvasOf(half(page, letter)))).middle.difference(before[i]!.middle), letter).toBeGreaterThan(1000)
  }
  await expect.poll(() => boxes.get('aedes-aegypti') === boxes.get('aedes-albopictus')).toBe(true)
  for (const [letter, species] of [['A', 'aedes-aegypti'], ['B', 'aedes-albopictus']] as const) {
    await expect(async () => expect(await countOf(half(page, letter))).toBe((await stats(request, { species, bbox: boxes.get(species)! })).count)).toPass()
  }
})

test('the address opens the same comparison, and the end keeps A', async ({ page }) => {
  await open(page, `/?${two}&b_months=7,8&compare=swipe&divider=30&${place}`)
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '30')
  await expect(half(page, 'B').locator('header')).toContainText('Jul, Aug')
  await page.getByRole('button', { name: 'Side by side' }).click()
  await expect(page).toHaveURL(/compare=split/)
  await page.getByRole('button', { name: 'Swap A and B' }).click()
  await expect(half(page, 'A').locator('header')).toContainText('Aedes albopictus')
  await expect(half(page, 'A').locator('header')).toContainText('Jul, Aug')
  await expect(half(page, 'B').locator('header')).toContainText('Aedes aegypti')
  await page.getByRole('button', { name: 'Stop comparing' }).click()
  await expect(page).toHaveURL(/[?&]species=aedes-albopictus/)
  await expect(page).not.toHaveURL(/b_|compare|divider/)
  await expect(page.getByRole('button', { name: 'Compare', exact: true })).toBeVisible()
  await page.goBack()
  await expect(half(page, 'B').locator('header')).toContainText('Aedes aegypti')
})

test('Escape closes a popup first, and then the comparison', async ({ page }) => {
  await open(page, `/?compare=split&${place.replace('4/45/10', '2/45/10')}`)
  await still(page)
  await canvasOf(half(page, 'A')).focus()
  await page.keyboard.press('Enter')
  await expect(half(page, 'A').getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(half(page, 'A').getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/compare=split/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/compare/)
})

test('the divider is moved by keys and by the mouse, and each map is on its side', async ({ page }) => {
  await open(page, `/?data_source=island&b_data_source=synthetic&compare=swipe&${place}`)
  await still(page)
  await divider(page).focus()
  for (const [key, value] of [['ArrowRight', '52'], ['PageDown', '42'], ['End', '100'], ['Home', '0']] as const) {
    await page.keyboard.press(key)
    await expect(divider(page)).toHaveAttribute('aria-valuenow', value)
    await expect(page).toHaveURL(new RegExp(`divider=${value}`))
  }
  // The second map is over the whole frame now, and takes a press at its left edge.
  const frame = (await half(page, 'B').locator('.map').boundingBox())!
  const at = (x: number) => page.evaluate(([left, top]) => document.elementFromPoint(left!, top!)?.closest('.half')?.className.split(' ')[1], [x, frame.y + frame.height / 3])
  expect(await at(frame.x + frame.width * 0.3)).toBe('b')
  const grip = (await divider(page).locator('svg').boundingBox())!
  await page.mouse.move(grip.x + grip.width / 2 + 5, grip.y + grip.height / 2)
  await page.mouse.down()
  await page.mouse.move(frame.x + frame.width * 0.6, grip.y, { steps: 5 })
  await page.mouse.up()
  await expect(divider(page)).toHaveAttribute('aria-valuenow', '60')
  expect(await at(frame.x + frame.width * 0.3)).toBe('a')
  expect(await at(frame.x + frame.width * 0.8)).toBe('b')
})

test('a press opens the popup of the map on its side, above the divider and the other map', async ({ page }) => {
  await open(page, `/?data_source=island&b_data_source=island&compare=swipe&divider=52&at=9/${island.latitude}/${island.longitude}&show=circles`)
  await still(page)
  const frame = (await half(page, 'A').locator('.map').boundingBox())!
  // The trap is in the middle, which is on the first map's side, two hundredths of the width from the divider.
  for (const letter of ['a', 'b'] as const) {
    if (letter === 'b') {
      await divider(page).focus()
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
    }
    await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2)
    const popup = page.locator(`.half.${letter}`).getByRole('dialog')
    await expect(popup).toBeVisible()
    const box = (await popup.boundingBox())!
    for (const share of [0.1, 0.9]) {
      expect(await page.evaluate(([x, y]) => document.elementFromPoint(x!, y!)?.closest('[role=dialog]') !== null, [box.x + box.width * share, box.y + 10])).toBe(true)
    }
    await page.keyboard.press('Escape')
    await expect(popup).toHaveCount(0)
  }
})

test('records by month of both lie over one axis', async ({ page, request }) => {
  const boxes = asked(page)
  await open(page, `/?${two}&start_date=2020-01-01&end_date=2020-12-31&b_start_date=2021-01-01&b_end_date=2021-12-31&compare=split&at=2/20/0`)
  await Promise.all([countOf(half(page, 'A')), countOf(half(page, 'B'))])
  const figure = page.locator('figure')
  await expect(figure.getByRole('list').locator('li')).toHaveText(['A: Aedes aegypti', 'B: Aedes albopictus'])
  await figure.getByText('As a table').click()
  const rows = figure.getByRole('table').locator('tbody tr')
  for (const [side, species, year] of [[0, 'aedes-aegypti', '2020'], [1, 'aedes-albopictus', '2021']] as const) {
    const { months } = await stats(request, { species, start_date: `${year}-01-01`, end_date: `${year}-12-31`, bbox: boxes.get(species)! })
    expect(months.length).toBeGreaterThan(0)
    for (const { month, count } of months) {
      const name = new Date(month + '-01').toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
      const cells = rows.filter({ hasText: name }).locator('td')
      await expect(cells.nth(side)).toHaveText(count.toLocaleString('en'))
      await expect(cells.nth(1 - side)).toHaveText('–')
    }
  }
  // Two years of one species are told apart.
  await open(page, '/?species=aedes-aegypti&start_date=2020-01-01&end_date=2020-12-31&b_species=aedes-aegypti&b_start_date=2021-01-01&b_end_date=2021-12-31&compare=split&at=2/20/0')
  await expect(figure.getByRole('list').locator('li').first()).toHaveText('A: Aedes aegypti · Dates: Jan 1, 2020 – Dec 31, 2020')
})

test('two states are compared', async ({ page, request }) => {
  await open(page, '/?country=us&b_country=us&compare=split&at=1/39/-98')
  const fields = page.getByRole('tabpanel')
  const chosen: string[] = []
  for (const [letter, i] of [['A', 0], ['B', 1]] as const) {
    await page.getByRole('tab', { name: `Filters of ${letter}` }).click()
    await fields.locator('summary', { has: page.getByRole('heading', { name: 'Area', exact: true }) }).click()
    const state = fields.getByRole('group', { name: 'States and provinces' }).getByRole('checkbox').nth(i)
    await state.check()
    await expect(page).toHaveURL(new RegExp(`[?&]${letter === 'A' ? 'area' : 'b_area'}=us-`))
    chosen.push(new URL(page.url()).searchParams.get(letter === 'A' ? 'area' : 'b_area')!)
  }
  expect(chosen[0]).not.toBe(chosen[1])
  for (const [i, letter] of (['A', 'B'] as const).entries()) {
    const { count } = await stats(request, { country: 'us', area: chosen[i]! })
    await expect(async () => expect(await countOf(half(page, letter))).toBe(count)).toPass()
  }
})

for (const [mode, letter] of [['swipe', 'A'], ['split', 'B']] as const) {
  test(`an area is drawn on the map of ${letter}, in ${mode}, and the other side keeps its records`, async ({ page, request }) => {
    await open(page, `/?data_source=${traps.source}&b_data_source=${traps.source}&compare=${mode}&at=8/${traps.latitude}/${traps.longitude + 0.05}`)
    const before = await countOf(half(page, letter))
    await page.getByRole('tab', { name: `Filters of ${letter}` }).click()
    const fields = page.getByRole('tabpanel')
    await fields.locator('summary', { has: page.getByRole('heading', { name: 'Area', exact: true }) }).click()
    await fields.getByRole('button', { name: 'Draw a circle' }).click()
    await expect(half(page, letter).getByRole('region', { name: 'Drawing an area' })).toBeVisible()
    const box = (await canvasOf(half(page, letter)).boundingBox())!
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    await page.mouse.move(x - 40, y, { steps: 4 })
    await page.mouse.click(x - 80, y)
    const name = letter === 'A' ? 'area' : 'b_area'
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=[0-9a-f]{32}`))
    await expect(page).toHaveURL(new RegExp(`compare=${mode}`))
    const area = new URL(page.url()).searchParams.get(name)!
    const inside = (await stats(request, { data_source: traps.source, area })).count
    expect(inside).toBeGreaterThan(0)
    expect(inside).toBeLessThan(before)
    await expect.poll(() => countOf(half(page, letter))).toBe(inside)
    await expect.poll(() => countOf(half(page, letter === 'A' ? 'B' : 'A'))).toBe(before)
    if (mode === 'swipe') await expect(divider(page)).toHaveAttribute('aria-valuenow', '50')

    // Escape ends a drawing, not the comparison.
    await fields.getByRole('button', { name: 'Draw on the map' }).click()
    await expect(page.getByRole('region', { name: 'Drawing an area' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Drawing an area' })).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`compare=${mode}`))
  })
}

test('areas by number of records are on both maps, each with its own numbers', async ({ page, request }) => {
  await open(page, `/?${two}&compare=split&show=areas&by=country&at=4/-10/-52`)
  await still(page)
  for (const [letter, species] of [['A', 'aedes-aegypti'], ['B', 'aedes-albopictus']] as const) {
    const part = half(page, letter)
    await part.locator('.legend summary').click()
    await expect(part.locator('.legend').getByRole('heading')).toHaveText('Records: Countries')
    await part.locator('.legend summary').click()
    await canvasOf(part).focus()
    await page.keyboard.press('Enter')
    await expect(part.getByRole('dialog').getByRole('heading')).toHaveText('Brazil')
    const { count } = await stats(request, { species, country: 'br' })
    await expect(part.getByRole('dialog').locator('strong')).toHaveText(`${count.toLocaleString('en-US')} records`)
    await page.keyboard.press('Escape')
    await expect(part.getByRole('dialog')).toHaveCount(0)
  }
  await expect(page).toHaveURL(/compare=split/)
})

test('the picture has both maps', async ({ page }) => {
  await open(page, `/?${two}&compare=split&${place}`)
  await still(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Map as PNG' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('skeeter-aedes-aegypti-compared.png')
  const png = await readFile(await file.path())
  const box = (await half(page, 'A').locator('.map').boundingBox())!
  expect(png.readUInt32BE(16)).toBeGreaterThan(2 * 2 * box.width)
})

test('a first visit loads nothing of a comparison', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await openMap(page, '/')
  expect(scripts.filter((url) => /Compare|Species-|Years/.test(url))).toEqual([])
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('a comparison begins with the divider, and the filters are one press away', async ({ page }) => {
    await openMap(page, `/?species=aedes-aegypti&${place}`)
    await page.getByRole('button', { name: 'Compare', exact: true }).tap()
    await expect(page).toHaveURL(/compare=swipe/)
    await expect(divider(page)).toBeVisible()
    await page.getByRole('button', { name: 'Filters', exact: true }).tap()
    await expect(page.getByRole('tab', { name: 'Filters of B' })).toBeVisible()
    await page.getByRole('button', { name: 'Show the map' }).tap()
    await page.getByRole('button', { name: 'Side by side' }).tap()
    const [a, b] = [(await half(page, 'A').locator('.map').boundingBox())!, (await half(page, 'B').locator('.map').boundingBox())!]
    expect(b.y).toBeGreaterThan(a.y + a.height - 1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: 'Stop comparing' }).tap()
    await expect(page).not.toHaveURL(/compare|b_species/)
  })
})

test.describe('embedded', () => {
  test('a frame of another site has the comparison without its form', async ({ page }) => {
    await page.goto(`/?${two}&compare=split&embed=1&${place}`)
    await expect(half(page, 'B').locator('header')).toContainText('Aedes albopictus')
    await expect(page.getByRole('tab')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Stop comparing' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open in Skeeter' })).toHaveAttribute('href', /compare=split/)
  })
})
