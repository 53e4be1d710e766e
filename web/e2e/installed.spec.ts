// The installed application: what it is called, and pages without a connection.
import { expectShown, shown } from './support/explore'
import { drawn } from './support/map'
import { Program } from './support/program'
import { expect, test } from './support/test'

test.use({ serviceWorkers: 'allow' })

/** Tiles and numbers that the page has and the service worker has not stored yet; it stores them after it has passed them on. */
async function unkept() {
  const shown = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /\/(tiles|stats|basemap)\b/.test(name))
  const kept = await Promise.all(shown.map((name) => caches.match(name, { ignoreVary: true })))
  return shown.filter((_, i) => !kept[i])
}

test('the manifest names icons that there are', async ({ page, prefixed }) => {
  await page.goto(prefixed + '/about')
  const address = await page.locator('link[rel=manifest]').evaluate((link: HTMLLinkElement) => link.href)
  const manifest = (await (await page.request.get(address)).json()) as { name: string; start_url: string; scope: string; icons: { src: string; type: string }[] }
  expect(manifest.name).toBe('Skeeter')
  expect(prefixed.endsWith(manifest.start_url.replace(/\/$/, ''))).toBe(true)
  for (const { src, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, address).href)
    expect(icon.status(), src).toBe(200)
    expect(icon.headers()['content-type']).toBe(type)
  }
})

test('without a connection the map and the form open', { tag: '@quick' }, async ({ page, context, complaints }) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const ready = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready) && navigator.serviceWorker.controller))
  await page.goto('/?at=4/44/12&lang=en')
  await drawn(page)
  await expect.poll(ready).toBe(true)
  await page.goto('/report?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/?at=4/44/12&lang=en')
  const online = await drawn(page)
  const records = await shown(page)
  await expect.poll(() => page.evaluate(unkept), { message: 'what the map shows that is not kept' }).toEqual([])

  await context.setOffline(true)
  await page.reload()
  const others = async () => {
    const offline = await drawn(page)
    return offline.count((colour, x, y) => colour.some((c, i) => Math.abs(c - online.at(x, y)[i]!) > 40)) / (offline.width * offline.height)
  }
  await expect.poll(others, { message: 'share of pixels that are others' }).toBeLessThan(0.001)
  await expectShown(page, records)
  await expect(page.getByText('No connection. The pages show what this device saw last.')).toBeVisible()
  await expect.poll(() => page.locator('header .brand img').evaluate((mark: HTMLImageElement) => mark.naturalWidth)).toBeGreaterThan(0)
  await page.goto('/report?lang=en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report a mosquito')
})

test('nothing private is kept', async ({ page }) => {
  const program = await Program.create()
  try {
    await program.serve()
    await page.goto(program.url + '/?lang=en')
    await drawn(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    for (const path of ['/account', '/records', '/review', '/?lang=en&data_source=demonstration', '/species/aedes-aegypti']) {
      await page.goto(program.url + path)
      await page.waitForLoadState('networkidle')
    }
    const kept = await page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => url.slice(location.origin.length))
    })
    expect(kept.some((path) => path.startsWith('/api/v1/species/'))).toBe(true)
    expect(kept.filter((path) => !/^\/($|static\/|basemap\/|api\/v1\/(tiles|stats|species|diseases|regions|countries|filters)\b)/.test(path))).toEqual([])
    expect(kept.filter((path) => path.includes('data_source='))).toEqual([])
  } finally {
    await program.stop()
  }
})
