// Pages on paper.
import { openMap } from './support/map'
import { open } from './support/pages'
import { picture, same } from './support/pixels'
import { expect, test } from './support/test'

test('the map is printed with its legend, its filters and its sources', { tag: '@quick' }, async ({ page }) => {
  await openMap(page, '/?genus=Culex&show=circles&colour=species')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.setViewportSize({ width: 718, height: 1000 }) // A4 within its margins
  await page.emulateMedia({ media: 'print' })
  const copy = page.locator('canvas.skeeter-print')
  await expect(copy).toBeVisible()
  const { middle } = await picture(copy)
  expect(middle.count((colour) => !same(colour, middle.at(0, 0), 8)), 'what differs from the corner of the picture').toBeGreaterThan(500)
  await expect(page.locator('p.count')).toBeVisible()
  await expect(page.locator('.chip', { hasText: 'Culex' })).toBeVisible()
  await expect(page.locator('.legend em').first()).toBeVisible()
  await expect(page.locator('.sources')).toBeVisible()
  // The legend covers nothing of the map, and its circles are as much smaller as the map is.
  const [map, legend] = [(await copy.boundingBox())!, (await page.locator('.legend').boundingBox())!]
  expect(legend.y).toBeGreaterThanOrEqual(map.y + map.height)
  const largest = page.locator('.legend .size').first()
  const drawn = await copy.evaluate((canvas: HTMLCanvasElement) => canvas.width / devicePixelRatio)
  await expect.poll(async () => (await largest.boundingBox())!.width).toBeCloseTo((Number(await largest.getAttribute('width')) * map.width) / drawn, 0)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('tab').first()).toBeHidden()
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(copy).toHaveCount(0)
})

test('a comparison is printed with both maps, their numbers and their legends', async ({ page }) => {
  await open(page, '/?species=aedes-aegypti&b_species=aedes-albopictus&compare=split&at=2/10/0')
  const numbers = page.locator('.half header [role=status] strong')
  await expect(numbers).toHaveText([/\d/, /\d/])
  await expect(page.locator('.legend .count').first()).toHaveText(/\d/)
  // On paper of A4, and of a wide sheet.
  for (const width of [718, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    for (const letter of ['a', 'b']) {
      const half = page.locator(`.half.${letter}`)
      await expect(half.getByRole('heading', { level: 2 })).toBeVisible()
      await expect(half.locator('canvas.skeeter-print')).toBeVisible()
      await expect(half.locator('.legend em', { hasText: letter === 'a' ? 'Aedes aegypti' : 'Aedes albopictus' })).toBeVisible()
    }
    await expect(page.locator('.tools').first()).toBeHidden()
    await expect(page.locator('.compare > .bar')).toBeHidden()
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a species is printed without what there is to press', async ({ page }) => {
  await open(page, '/species/aedes-aegypti')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button').first()).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(255, 255, 255)')
})
