// A first visit: what the map is for, and the first questions.
import { getJSON, type Stats } from './support/api'
import { open } from './support/pages'
import { canvas, drawn, openMap } from './support/map'
import { shown } from './support/explore'
import { expect, test } from './support/test'

const card = 'What would you like to know?'

test.describe('in Germany', () => {
  test.use({ timezoneId: 'Europe/Berlin' })

  test('questions about the reader’s country have records', async ({ page, request }) => {
    await open(page, '/')
    const first = page.getByRole('region', { name: card })
    await expect(first).toContainText('This map shows where and when mosquitoes were found')
    const questions = first.getByRole('link')
    await expect(questions).toHaveCount(3)
    await expect(questions.first()).toContainText('Germany')
    for (const link of await questions.all()) {
      const asked = new URL((await link.getAttribute('href'))!, page.url())
      const query = new URLSearchParams(asked.pathname === '/' ? asked.searchParams : { species: asked.pathname.split('/').pop()! })
      query.delete('lang')
      expect((await getJSON<Stats>(request, '/stats', query)).count, asked.href).toBeGreaterThan(0)
    }
    await questions.first().click()
    await expect(page).toHaveURL(/species=.*country=de|country=de.*species=/)
    expect(await shown(page)).toBeGreaterThan(0)
    await expect(first).toBeHidden()
  })

  test('the question of the season leads to the season', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('region', { name: card }).getByRole('link').nth(1).click()
    await expect(page.getByRole('heading', { name: 'Season', exact: true })).toBeInViewport()
  })
})

test('it goes away for good, and comes back from the menu', async ({ page }) => {
  await openMap(page, '/')
  const first = page.getByRole('region', { name: card })
  await expect(first).toBeVisible()
  await first.getByRole('button', { name: 'Close' }).click()
  await expect(first).toBeHidden()
  await page.reload()
  await drawn(page)
  await expect(first).toBeHidden()
  await page.getByRole('link', { name: 'First steps' }).click()
  await expect(first).toBeVisible()
})

test('it goes away when the reader moves the map', async ({ page }) => {
  await openMap(page, '/')
  const first = page.getByRole('region', { name: card })
  await expect(first).toBeVisible()
  await canvas(page).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(first).toBeHidden()
})

test('a link to a view shows it, and no questions until the reader asks for them', async ({ page }) => {
  for (const address of ['/?genus=Culex', '/?at=4/44/12', '/?show=areas&by=country']) {
    await open(page, address)
    await expect(page.getByRole('region', { name: card })).toBeHidden()
  }
  await page.getByRole('link', { name: 'First steps' }).click()
  await expect(page.getByRole('region', { name: card })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, timezoneId: 'Europe/Berlin' })

  const place = async (address: string | RegExp, page: import('@playwright/test').Page) => {
    await expect(page).toHaveURL(address)
    return new URL(page.url()).searchParams.get('at')!.split('/').map(Number) as [number, number, number]
  }

  test('the map opens on the reader’s country', { tag: '@quick' }, async ({ page }) => {
    await openMap(page, '/')
    const [zoom, lat, lng] = await place(/at=/, page)
    expect(zoom).toBeGreaterThan(3)
    expect(Math.abs(lat - 51.2)).toBeLessThan(2)
    expect(Math.abs(lng - 10.4)).toBeLessThan(2)
  })

  test('the address wins', async ({ page }) => {
    await openMap(page, '/?at=5/-10/-50')
    expect(await place(/at=/, page)).toEqual([5, -10, -50])
  })
})

test('the reader is never asked for a place', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => console.error('asked for a place')
    navigator.geolocation.watchPosition = () => (console.error('asked for a place'), 0)
  })
  await openMap(page, '/')
})

test('reporting is the first thing to do', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Report a mosquito' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a mosquito')
})
