// The panel beside the map: filters and numbers.
import { csvRows, getJSON, stats } from './support/api'
import { count, expectShown, group, shown, speciesRows } from './support/explore'
import { inLanguage, languages, open } from './support/pages'
import { randomFilters } from './support/random'
import { island } from './support/records'
import { expect, test } from './support/test'

const islandPath = `/?data_source=${island.source}`
const islandRecords = island.trap.length + 2

test('the number of records is that of the service', async ({ page, request }) => {
  await open(page, '/')
  await expectShown(page, (await stats(request)).count)
  await open(page, islandPath)
  await expectShown(page, islandRecords)
})

test('a filter changes the number, the address and the history', { tag: '@quick' }, async ({ page, request }) => {
  const all = (await stats(request)).count
  const aegypti = (await stats(request, 'species=aedes-aegypti')).count
  await open(page, '/')
  const species = await group(page, 'Species')
  const field = species.getByRole('combobox')
  await field.fill('yellow fever')
  await species.getByRole('option', { name: /Aedes aegypti/ }).click()
  await expect(page).toHaveURL(/species=aedes-aegypti/)
  await expectShown(page, aegypti)

  await page.goBack()
  await expect(page).not.toHaveURL(/species=/)
  await expectShown(page, all)
  await page.goForward()
  await expectShown(page, aegypti)

  await page.reload()
  await expectShown(page, aegypti)
  await page.getByRole('button', { name: 'Remove: Aedes aegypti' }).click()
  await expectShown(page, all)
})

test('species are found by the keyboard alone: common name, synonym, and a name that the catalog does not have', async ({ page }) => {
  await open(page, '/')
  const species = await group(page, 'Species')
  const field = species.getByRole('combobox')
  for (const [typed, id] of [['tiger', 'aedes-albopictus'], ['Stegomyia aegypti', 'aedes-aegypti'], ['insularis', 'culex-insularis']] as const) {
    await field.focus()
    await page.keyboard.type(typed)
    await expect(species.getByRole('option').first()).toBeVisible()
    while ((await species.getByRole('option', { selected: false }).count()) > 0) {
      const active = await field.getAttribute('aria-activedescendant')
      const text = await page.locator(`[id="${active}"] .scientific`).innerText()
      if (text.toLowerCase().replace(' ', '-') === id) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`species=[^&]*${id}`))
  }
})

test('every filter of the panel asks the service the same', async ({ page, request }) => {
  await open(page, '/')
  const steps: [string, string, () => Promise<void>][] = [
    ['genus', 'genus=Culex', async () => (await group(page, 'Species')).getByRole('checkbox', { name: /^Culex/ }).check()],
    ['vectors', 'genus=Culex&vector_status=High,Moderate,Low', async () => (await group(page, 'Disease vectors')).getByRole('checkbox', { name: 'Only vectors' }).check()],
    ['month', 'genus=Culex&vector_status=High,Moderate,Low&months=7', async () => (await group(page, 'Months of the year')).getByRole('button', { name: 'July' }).click()],
    ['source', 'genus=Culex&vector_status=High,Moderate,Low&months=7&data_source=synthetic', async () => (await group(page, 'Data source')).getByRole('checkbox', { name: /Synthetic/ }).check()],
    ['accuracy', 'genus=Culex&vector_status=High,Moderate,Low&months=7&data_source=synthetic&max_uncertainty_m=100', async () => (await group(page, 'Coordinate uncertainty')).getByRole('button', { name: /100\D*m/ }).first().click()],
    ['doubt', 'genus=Culex&vector_status=High,Moderate,Low&months=7&data_source=synthetic&max_uncertainty_m=100&qualifier=certain', async () => void (await (await group(page, 'Quality')).getByRole('combobox').selectOption('certain'))],
    ['quality', 'genus=Culex&vector_status=High,Moderate,Low&months=7&data_source=synthetic&max_uncertainty_m=100&qualifier=certain&without_flags=coarse_place,country_centroid,country_mismatch,date_conflict,duplicate,outside_known_range,zero_coordinates',
      async () => (await group(page, 'Quality')).getByLabel('Leave out what looks wrong').check()],
  ]
  for (const [name, query, act] of steps) {
    await test.step(name, async () => {
      await act()
      await expectShown(page, (await stats(request, query)).count)
      const address = new URL(page.url()).searchParams
      for (const [key, value] of new URLSearchParams(query)) expect(address.get(key)?.split(',').sort()).toEqual(value.split(',').sort())
    })
  }
  await page.getByRole('button', { name: 'Clear all' }).first().click()
  await expectShown(page, (await stats(request)).count)
})

test('country, life stage, sex, method and status are offered with their numbers', async ({ page, request }) => {
  await open(page, '/?data_source=synthetic')
  const all = await stats(request, 'data_source=synthetic')
  const country = all.countries[0]!
  const place = await group(page, 'Country and region')
  const choice = place.locator('label', { hasText: country.name }).first()
  await expect(choice).toContainText(country.count.toLocaleString('en'))
  await choice.getByRole('checkbox').check()
  await expectShown(page, country.count)
  for (const title of ['Life stage and sex', 'Collection method', 'Review status']) {
    await expect((await group(page, title)).getByRole('checkbox').first()).toBeVisible()
  }
})

test('both dates typed in quick succession count', async ({ page }) => {
  await open(page, '/?start_date=2024-01-01&end_date=2024-03-31')
  await page.getByRole('group', { name: 'Dates', exact: true }).evaluate((group) => {
    const [from, until] = group.querySelectorAll('input')
    from!.value = '2022-05-01'
    from!.dispatchEvent(new InputEvent('input', { bubbles: true }))
    until!.value = '2022-05-31'
    until!.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  await expect(page).toHaveURL(/start_date=2022-05-01&end_date=2022-05-31/)
})

test('dates: typed, stepped by their own length, and out of sight', async ({ page, request }) => {
  await open(page, '/?start_date=2024-01-01&end_date=2024-03-31&scope=all')
  await expectShown(page, (await stats(request, 'start_date=2024-01-01&end_date=2024-03-31')).count)
  await page.locator('h1').first().click({ force: true })
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/start_date=2023-10-01/)
  await expect(page).toHaveURL(/end_date=2023-12-31/)
  await expectShown(page, (await stats(request, 'start_date=2023-10-01&end_date=2023-12-31')).count)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/start_date=2024-01-01/)

  // A field uses the arrow keys itself: the other date, which a step would have moved too, stays.
  await page.getByLabel('From').focus()
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('From').fill('2022-05-01')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/start_date=2022-05-01&end_date=2024-03-31/)
  await page.getByLabel('Until').fill('2022-05-31')
  await expectShown(page, (await stats(request, 'start_date=2022-05-01&end_date=2022-05-31')).count)
  await page.getByRole('button', { name: 'All dates' }).click()
  await expectShown(page, (await stats(request)).count)
})

test('the histogram is brushed by mouse and by keys', async ({ page, request }) => {
  await open(page, '/')
  const bars = page.locator('.bars')
  await bars.scrollIntoViewIfNeeded()
  const box = (await bars.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(page).toHaveURL(/start_date=.*end_date=/)
  const brushed = new URL(page.url()).searchParams
  await expectShown(page, (await stats(request, { start_date: brushed.get('start_date')!, end_date: brushed.get('end_date')! })).count)

  const first = page.getByRole('slider', { name: 'First day' })
  await first.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => new URL(page.url()).searchParams.get('start_date')).not.toBe(brushed.get('start_date'))
  const keyed = new URL(page.url()).searchParams
  expect(keyed.get('start_date')! > brushed.get('start_date')!).toBe(true)
  await expectShown(page, (await stats(request, { start_date: keyed.get('start_date')!, end_date: keyed.get('end_date')! })).count)
})

test('records that are known by month only are not counted in a shorter window, and that is said', async ({ page }) => {
  await open(page, islandPath + '&start_date=2021-03-10&end_date=2021-04-30')
  await expectShown(page, 1)
  await expect(page.getByText('1 record whose date is known only as month or year overlaps')).toBeVisible()
})

test('nothing matches: that is said, and the last change is taken back', async ({ page }) => {
  await open(page, islandPath)
  await expectShown(page, islandRecords)
  await (await group(page, 'Months of the year')).getByRole('button', { name: 'December' }).click()
  await expectShown(page, 0)
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo the last change' }).click()
  await expectShown(page, islandRecords)
})

test('the table says what the map shows, and narrows it', async ({ page, request }) => {
  await open(page, islandPath)
  await expect(count(page)).toHaveText(String(islandRecords))
  await expect.poll(() => speciesRows(page)).toEqual([
    { name: 'Aedes aegypti', count: 2 },
    { name: 'Anopheles gambiae', count: 1 },
    { name: 'Culex insularis', count: 1 },
    { name: 'Culex quinquefasciatus', count: 1 },
  ])
  await page.getByRole('button', { name: 'Sort by: Records' }).click()
  await expect.poll(async () => (await speciesRows(page)).at(-1)).toEqual({ name: 'Aedes aegypti', count: 2 })
  await page.locator('table').getByRole('button', { name: 'Aedes aegypti' }).click()
  await expectShown(page, 2)

  await open(page, '/')
  await page.getByRole('tab', { name: 'Countries' }).click()
  const { countries } = await stats(request)
  const row = page.getByRole('tabpanel', { name: 'Countries' }).locator('tbody tr').first()
  await expect(row).toContainText(countries[0]!.name)
  await expect(row).toContainText(countries[0]!.count.toLocaleString('en'))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sources' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Sources' })).toContainText('Synthetic')
})

test('for random filters the number shown, the table and the rows of the export agree', async ({ page, request }) => {
  for (const filter of await randomFilters(request, 10, 4711)) {
    await test.step(filter.toString(), async () => {
      await open(page, '/?' + filter)
      const { count } = await stats(request, filter)
      await expectShown(page, count)
      if (count === 0) return
      await expect.poll(async () => (await speciesRows(page)).reduce((sum, row) => sum + row.count, 0)).toBe(count)
      const href = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
      const asked = new URL(href!, page.url()).searchParams
      asked.delete('format')
      expect(await csvRows(request, asked)).toBe(count)
    })
  }
})

test('what is seen is downloaded', async ({ page }) => {
  await open(page, islandPath)
  for (const [name, file] of [['CSV', /\.csv$/], ['GeoJSON', /\.geojson$/], ['Darwin Core archive', /\.zip$/]] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as ' + name }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(file)
    expect(await download.failure()).toBeNull()
  }
})

test('a number that cannot be had says so, and can be asked for again', async ({ page, request, complaints }) => {
  complaints.expect(/503/)
  let away = true
  await page.route('**/stats?*', (route) =>
    away ? route.fulfill({ status: 503, json: { detail: 'The database is away', type: 'unavailable' } }) : route.continue(),
  )
  await page.goto('/')
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('The server cannot answer at the moment')
  away = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expectShown(page, (await stats(request)).count)
})

test('a mangled link still shows a map', async ({ page, request }) => {
  await open(page, '/?start_date=2024-13-45&months=0,13,x&max_uncertainty_m=abc&at=nowhere&species=')
  await expectShown(page, (await stats(request)).count)
})

test('a language switch keeps the filter and changes the words', async ({ page, request }) => {
  await open(page, '/?species=aedes-aegypti&lang=en')
  const { count: records } = await stats(request, 'species=aedes-aegypti')
  await expectShown(page, records)
  await page.getByLabel('Language').selectOption('ru')
  await expectShown(page, records)
  await expect(page).toHaveURL(/species=aedes-aegypti/)
  await expect(page.getByText('Что на карте')).toBeVisible()
  const { results } = await getJSON<{ results: { name: string }[] }>(request, '/filters/countries', { lang: 'ru', limit: '1' })
  expect(results.length).toBe(1)
})

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the number of records is in sight beside the buttons in every language', async ({ page }) => {
    for (const language of languages) {
      await open(page, inLanguage('/?genus=Aedes&at=1/20/0', language))
      const bar = page.locator('.explore > .bar')
      await expect(bar.locator('p strong')).toHaveText(/\d/)
      const boxes = await bar.locator('p, .button').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ left, right, top, bottom }) => ({ left, right, top, bottom })))
      for (const [i, one] of boxes.entries()) {
        expect(one.left, language).toBeGreaterThanOrEqual(0)
        expect(one.right, language).toBeLessThanOrEqual(390)
        expect(one.bottom, language).toBeLessThanOrEqual(844)
        for (const other of boxes.slice(i + 1)) {
          const apart = other.left >= one.right - 1 || one.left >= other.right - 1 || other.top >= one.bottom || one.top >= other.bottom
          expect(apart, language).toBe(true)
        }
      }
    }
  })

  test('the filters open over the map and say how many are set', async ({ page, request }) => {
    await open(page, '/?scope=all')
    await page.getByRole('button', { name: /^Filters/ }).tap()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await (await group(page, 'Months of the year')).getByRole('button', { name: 'July' }).tap()
    await expectShown(page, (await stats(request, 'months=7')).count)
    expect(await shown(page)).toBeGreaterThan(0)
    await drawer.getByRole('button', { name: /Show the map/ }).tap()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
    const map = (await page.getByRole('region', { name: 'Map', exact: true }).boundingBox())!
    expect(map.height).toBeGreaterThan(844 * 0.6)
  })
})
