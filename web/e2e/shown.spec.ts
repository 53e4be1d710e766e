// What the map shows, what the panel and the legend count, and what a download holds are one thing.
import type { Page } from '@playwright/test'

import { csvRows, queryText, stats } from './support/api'
import { expectShown, shown } from './support/explore'
import { canvas, drawn, openMap, redrawn } from './support/map'
import { picture } from './support/pixels'
import { island, row } from './support/records'
import { expect, test } from './support/test'

const islandRecords = island.trap.length + 2
const islandAt = `/?at=9/${island.latitude}/${island.longitude}`

/** The parameters of the download as CSV. */
async function download(page: Page): Promise<URLSearchParams> {
  const href = await page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')
  const asked = new URL(href!, page.url()).searchParams
  asked.delete('format')
  return asked
}

test('the numbers, the legend and a download are of what is in view, and of all when one asks', { tag: '@quick' }, async ({ page, request }) => {
  await openMap(page, islandAt)
  await expectShown(page, islandRecords)
  await expect(page.getByText('5 records in view')).toBeVisible()
  await expect(page.getByText('in view: 5 records')).toBeVisible()
  expect(await csvRows(request, await download(page))).toBe(islandRecords)
  await expect(page.locator('details.legend')).toContainText('Culex insularis')

  const everything = (await stats(request)).count
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL(/scope=all/)
  await expectShown(page, everything)
  expect(queryText(await download(page))).toBe('')
  await page.reload()
  await expectShown(page, everything)
  await page.getByRole('button', { name: 'In view', exact: true }).click()
  await expect(page).not.toHaveURL(/scope=/)
  await expectShown(page, islandRecords)
})

test('a moved map counts anew, wherever one came from', async ({ page, request }) => {
  await openMap(page, `/?at=9/${island.latitude}/${island.longitude - 1.1}`)
  await expectShown(page, 0)
  await canvas(page).focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowRight')
  await expect.poll(() => shown(page)).toBeGreaterThan(0)
  const panned = await download(page)
  expect(await shown(page)).toBe((await stats(request, panned)).count)
  expect(await csvRows(request, panned)).toBe(await shown(page))
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => queryText(await download(page))).not.toBe(queryText(panned))
  await expectShown(page, (await stats(request, await download(page))).count)
})

test('a view over the antimeridian counts both sides', async ({ page, request }) => {
  await openMap(page, `/?at=6/${row.latitude}/180&data_source=${row.source}`)
  await expectShown(page, row.records)
  await openMap(page, `/?at=8/${row.latitude}/180&data_source=${row.source}`)
  const seen = await shown(page)
  expect(seen).toBeGreaterThan(row.records / 4)
  expect(seen).toBeLessThan(row.records)
  expect(await csvRows(request, await download(page))).toBe(seen)
})

test('the first visit counts once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    // The questions that a first visit proposes are about one country.
    if (pathname.endsWith('/stats') && !searchParams.has('country')) asked.push(sent.url())
  })
  await openMap(page, '/')
  await expect(page.getByText('All that matches is in view.')).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('downloads and the picture are in sight at once', async ({ page }) => {
  await openMap(page, '/')
  for (const name of [/Download as CSV/, /Download as Darwin/]) await expect(page.getByRole('link', { name })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Map as PNG' })).toBeInViewport()
})

test('one place has circles of one size, however one came there', async ({ page }) => {
  const here = 'show=circles&at=3/10/20'
  const sizes = page.locator('details.legend .sizes')
  const fresh = await openMap(page, '/?' + here)
  const said = await sizes.innerText()

  await openMap(page, '/?show=circles&at=3/10/-40')
  await canvas(page).focus()
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page).toHaveURL(/at=4\//)
  await page.evaluate((query) => history.pushState(null, '', '/?' + query), here)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  const moved = await drawn(page)
  await expect(sizes).toHaveText(said, { useInnerText: true })
  expect(moved.difference(fresh)).toBeLessThan(100)
})

test('no circle is drawn before its size is known', async ({ page }) => {
  const here = '/?show=circles&at=3/10/20'
  const empty = await openMap(page, here + '&species=nobody')
  let counted = () => {}
  const waiting = new Promise<void>((resolve) => (counted = resolve))
  await page.route('**/stats?*', async (route) => {
    await waiting
    await route.continue()
  })
  const tile = page.waitForResponse(/\/tiles\/observations\/3\//)
  await page.goto(here)
  await tile
  expect((await picture(canvas(page))).middle.difference(empty)).toBeLessThan(100)
  counted()
  const final = await redrawn(page, empty, 200)
  expect((await openMap(page, here)).difference(final)).toBeLessThan(100)
})

test('no two species of a legend are alike; a row narrows the map to its species', async ({ page, request }) => {
  await openMap(page, '/?show=circles&at=1.5/10/0')
  const rows = page.locator('details.legend li button')
  await expect(rows).toHaveCount(7)
  const colours = await rows.locator('path').evaluateAll((paths) => paths.map((path) => path.getAttribute('fill')))
  expect(new Set(colours).size).toBe(7)
  const before = await drawn(page)
  await rows.nth(3).focus()
  await redrawn(page, before, 100)
  const name = await rows.nth(3).locator('em').innerText()
  await page.keyboard.press('Enter')
  const species = name.toLowerCase().replace(' ', '-')
  await expect(page).toHaveURL(new RegExp(`species=${species}`))
  expect((await stats(request, { species })).count).toBeGreaterThan(0)
  await page.locator('details.legend li button', { hasText: name }).click()
  await expect(page).not.toHaveURL(/species=/)
})

test('the first map is a grid of numbers; what a reader chose stays, and a link means what it meant', async ({ page }) => {
  await openMap(page, '/')
  await expect(page).toHaveURL(/show=grid&colour=mixed/)
  await expect(page.locator('details.legend')).toContainText('Records of a cell')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'Heat' }).check()
  await expect(page).toHaveURL(/show=heat/)
  await openMap(page, '/')
  await expect(page).toHaveURL(/show=heat/)
  await openMap(page, '/?at=2/10/20')
  await expect(page.locator('details.legend')).toContainText('Colour: the commonest species of a cell')
})

test('dates are months where records know them, and years of first finds are a map of their own', async ({ page }) => {
  await openMap(page, `${islandAt}&data_source=${island.source}&colour=date`)
  const legend = page.locator('details.legend')
  await expect(legend).toContainText('Newest record')
  await expect(legend).toContainText('Month not known')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('radio', { name: 'First found' }).check()
  await expect(page).toHaveURL(/colour=first/)
  await expect(legend).toContainText('First found')
})
