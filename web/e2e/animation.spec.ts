// The animation: it draws what its label says, and leaves the page as it was.
import { readFile } from 'node:fs/promises'

import { stats } from './support/api'
import { expectShown, numbers, shown } from './support/explore'
import { canvas, drawn, openMap, redrawn } from './support/map'
import { open } from './support/pages'
import { island, years } from './support/records'
import { expect, test } from './support/test'

const address = '/?genus=Aedes&start_date=2010-01-01&end_date=2013-12-31&at=1.5/15/10'

// A small window, because drawing in software takes most of the time.
test.use({ viewport: { width: 960, height: 640 } })

test('every year has its own records, in step with its label', { tag: '@quick' }, async ({ page, request }) => {
  const before = await openMap(page, address)
  const number = await shown(page)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By year' })
  await player.getByLabel('Dates shown').fill('0')

  let last = before
  for (const year of [2010, 2011, 2012, 2013]) {
    await expect(page.locator('.now .date')).toHaveText(String(year))
    const { count } = await stats(request, `genus=Aedes&start_date=${year}-01-01&end_date=${year}-12-31`)
    await expect.poll(() => numbers(page.locator('.now p').nth(1))).toEqual([count])
    last = await redrawn(page, last, 50, `the records of ${year}`)
    if (year < 2013) await player.getByRole('button', { name: 'One step forward' }).click()
  }
  await expect(page).toHaveURL(/start_date=2010-01-01&end_date=2013-12-31/)

  await player.getByRole('button', { name: 'Close' }).click()
  await expectShown(page, number)
  await expect.poll(async () => (await drawn(page)).difference(before)).toBe(0)
})

test('it plays by itself, and its dates can be kept', async ({ page }) => {
  await openMap(page, address)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By year' })
  const first = await page.locator('.now .date').innerText()
  await expect(page.locator('.now .date')).not.toHaveText(first)
  await player.getByRole('button', { name: 'Pause' }).click()
  const year = await page.locator('.now .date').innerText()
  await player.getByRole('button', { name: 'Keep these dates' }).click()
  await expect(page).toHaveURL(new RegExp(`start_date=${year}-01-01&end_date=${year}-12-31`))
  await page.goBack()
  await expect(page).toHaveURL(/start_date=2010-01-01&end_date=2013-12-31/)
})

test('closed and played again before the map has drawn its own records', async ({ page }) => {
  await openMap(page, address)
  const player = page.getByRole('region', { name: 'Animation' })
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.locator('.now .date')).toBeVisible()
  // The map's own tiles, of all these years, come when it plays again.
  let playing = () => {}
  const again = new Promise<void>((done) => (playing = done))
  await page.route('**/tiles/**end_date=2013-12-31**', async (route) => {
    await again
    await route.continue()
  })
  await player.getByRole('button', { name: 'Keep these dates' }).click()
  await page.goBack()
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  playing()
  const first = await page.locator('.now .date').innerText()
  await expect(page.locator('.now .date')).not.toHaveText(first)
})

test('a click stops it, and another one opens what is drawn then', async ({ page }) => {
  await openMap(page, `/?data_source=${island.source}&at=9/${island.latitude}/${island.longitude}`)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).waitFor()
  await canvas(page).click()
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  const popup = page.getByRole('dialog')
  await expect(popup).toHaveCount(0)

  await player.getByLabel('Dates shown').fill('0')
  await expect(page.locator('.now .date')).toHaveText('February 2021')
  await canvas(page).click()
  await expect(popup.getByRole('heading')).toHaveText('3 records')
  await player.getByRole('button', { name: 'One step forward' }).click()
  await expect(page.locator('.now .date')).toHaveText('March 2021')
  await expect(popup).toHaveCount(0)
  await canvas(page).click()
  await expect(page.locator('.now .date')).toHaveText('March 2021')
  await expect(popup).toHaveCount(0)
})

test('the map is saved as a picture', { tag: '@quick' }, async ({ page }) => {
  await openMap(page, address)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Map as PNG' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^skeeter-.*aedes.*2010.*\.png$/i)
  const png = await readFile(await download.path())
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)] // of its first chunk, IHDR
  const map = await canvas(page).boundingBox()
  expect(width).toBeGreaterThanOrEqual(map!.width)
  expect(height).toBeGreaterThan(map!.height) // the map, and what stands around it
})

test('found so far: the map keeps what it had, the number says what it counts, and the address keeps the choice', async ({ page, request }) => {
  await openMap(page, address + '&show=grid&colour=first')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const player = page.getByRole('region', { name: 'Animation' })
  await expect(page).toHaveURL(/play=window/)
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By year' })
  await player.getByLabel('Records shown').selectOption({ label: 'Found so far' })
  await expect(page).toHaveURL(/play=so_far/)
  await expect(player.getByLabel('Length shown')).toHaveCount(0)
  await player.getByLabel('Dates shown').fill('0')

  // Nothing covers the date.
  const [search, date] = [await page.locator('.map .over').first().boundingBox(), await page.locator('.now').boundingBox()]
  expect(date!.y).toBeGreaterThanOrEqual(search!.y + search!.height)

  let last = 0
  for (const year of [2010, 2011, 2012, 2013]) {
    await expect(page.locator('.now .date')).toHaveText(`Until Dec 31, ${year}`)
    const { count } = await stats(request, `genus=Aedes&start_date=2010-01-01&end_date=${year}-12-31`)
    await expect.poll(() => numbers(page.locator('.now p').nth(1))).toEqual([count])
    await expect(page.locator('.now p').nth(1)).toHaveText(/records so far$/)
    expect(count).toBeGreaterThan(last)
    last = count
    await expect(page.locator('.legend .note')).toHaveText(`Records found from Jan 1, 2010 until Dec 31, ${year}`)
    if (year < 2013) await player.getByRole('button', { name: 'One step forward' }).click()
  }

  // The link opens the same, and the end of the animation takes it from the address.
  await page.reload()
  await expect(player.getByLabel('Records shown')).toHaveValue('so_far')
  await player.getByRole('button', { name: 'Close' }).click()
  await expect(player).toHaveCount(0)
  await expect(page).not.toHaveURL(/play=/)
})

test('a record that is known by year comes when its year ends, and until then the number is the least', async ({ page }) => {
  await openMap(page, `/?data_source=${years.source}&at=9/${years.latitude}/${years.longitude}&play=so_far`)
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).click()
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By month' })
  await expect(player.getByText('A record appears when its last possible day has passed')).toBeVisible()
  for (const [at, date, text, drawn] of [[2, 'Mar 31, 2019', 'At least 1 record so far', ''], [10, 'Nov 30, 2019', 'At least 1 record so far', ''], [11, 'Dec 31, 2019', '2 records so far', '2 records'], [13, 'Feb 29, 2020', '3 records so far', '3 records']] as const) {
    await player.getByLabel('Dates shown').fill(String(at))
    await expect(page.locator('.now .date')).toHaveText(`Until ${date}`)
    await expect(page.locator('.now p').nth(1)).toHaveText(text)
    if (!drawn) continue
    await canvas(page).click()
    await expect(page.getByRole('dialog').getByRole('heading')).toHaveText(drawn)
  }
})

test('a link to an animation shows it at once, and its number says that it is of all the map, in view or not', async ({ page }) => {
  await open(page, '/?play=so_far&at=7/45/10')
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('.now')).toContainText('In view or not')
  await expect(page.getByRole('heading', { name: 'What would you like to know?' })).toHaveCount(0)

  await open(page, `/?data_source=${years.source}&at=9/${years.latitude}/${years.longitude}&play=so_far`)
  await player.getByRole('button', { name: 'Pause' }).click()
  await expect(page.locator('.now')).toContainText('so far')
  await expect(page.locator('.now')).not.toContainText('In view or not')
})
