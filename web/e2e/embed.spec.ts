// The map in pages of other sites.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { drawn } from './support/map'
import { Program } from './support/program'
import { expect, test } from './support/test'

/** A site whose page is the text. */
async function site(text: () => string): Promise<{ url: string; server: Server }> {
  const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Other site</title>' + text()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // By its name, so that it is another site than the server's, which has the address.
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}

test.describe('allowed', () => {
  let program: Program
  let other: { url: string; server: Server }
  let text = ''

  test.beforeAll(async () => {
    other = await site(() => text)
    program = await Program.create({ SKEETER_DATABASE_URL: process.env.E2E_DATABASE ?? '', SKEETER_EMBED_ORIGINS: other.url })
    await program.serve()
  })
  test.afterAll(async () => {
    other.server.close()
    await program.stop()
  })

  test('the text to copy shows the same map, alone, with legend and sources', { tag: '@quick' }, async ({ page }) => {
    await page.goto(program.url + '/?genus=Culex&at=3/44/12&lang=en')
    await drawn(page)
    await page.getByRole('button', { name: 'Embed' }).click()
    text = await page.getByRole('textbox', { name: 'As an element with a script' }).inputValue()
    await page.goto(other.url)
    const map = page.frameLocator('iframe')
    await expect(map.locator('.legend')).toContainText('Culex')
    await expect(map.locator('.sources')).toBeVisible()
    await expect(map.getByRole('banner')).toHaveCount(0)
    await expect(map.getByRole('complementary')).toHaveCount(0)
    const whole = map.getByRole('link', { name: 'Open in Skeeter' })
    const tab = page.waitForEvent('popup')
    await whole.click()
    await expect(await tab).toHaveURL(/genus=Culex/)
    await expect((await tab).getByRole('banner')).toBeVisible()
  })

  test('the frame to copy is the map too', async ({ page }) => {
    await page.goto(program.url + '/?genus=Aedes&lang=fr')
    await drawn(page)
    await page.getByRole('button', { name: 'Intégrer' }).click()
    text = await page.getByRole('textbox', { name: 'Comme cadre (iframe)' }).inputValue()
    await page.goto(other.url)
    await expect(page.locator('iframe')).toHaveAttribute('src', /genus=Aedes/)
    await expect(page.frameLocator('iframe').locator('.legend')).toContainText('Légende')
  })

  test('the frame writes nothing, and links lead out of it', async ({ page, complaints }) => {
    complaints.expect(/403 POST/, /console error: .*403/)
    text = `<iframe src="${program.url}/?embed=1&at=3/44/12&lang=en" width="900" height="600"></iframe>`
    await page.goto(other.url)
    const frame = page.frames().find((f) => f.url().startsWith(program.url))!
    await expect(page.frameLocator('iframe').locator('.legend')).toBeVisible()
    expect(await frame.evaluate(() => document.documentElement.dataset.may)).toBeUndefined()
    const status = await frame.evaluate(async () => {
      const body = JSON.stringify({ species_scientific_name: 'Aedes aegypti', count: 1, location: { lat: 1, lng: 1 }, observed_at: '2024-01-01' })
      return (await fetch('/api/v1/observations', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })).status
    })
    expect(status).toBe(403)
  })

  test('other pages and other sites have no frame', async ({ page, complaints }) => {
    complaints.expect(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
    for (const path of ['/report', '/', '/?embed=0']) {
      text = `<iframe src="${program.url}${path}"></iframe>`
      await page.goto(other.url)
      await expect.poll(() => page.frames().some((f) => f.url().startsWith('chrome-error:'))).toBe(true)
    }
    text = `<iframe src="${program.url}/?embed=1"></iframe>`
    await page.goto(other.url.replace('localhost', '127.0.0.1'))
    await expect.poll(() => page.frames().some((f) => f.url().startsWith('chrome-error:'))).toBe(true)
  })
})

test('without the setting nothing offers to embed', async ({ page, request }) => {
  const answer = await request.get('/?embed=1', { headers: { Accept: 'text/html' } })
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'")
  await page.goto('/')
  await drawn(page)
  await expect(page.getByRole('button', { name: 'Embed' })).toHaveCount(0)
})
