// What people come for, from the first page on, in no more than six presses each. Every answer is compared with the API, or with what was stored.
// docs/usability.md has the numbers.
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'

import type { Observation } from '../src/api/types'
import { invited } from './support/account'
import { getJSON, stats, type Stats } from './support/api'
import { expectShown, numbers, parsed, shown } from './support/explore'
import { Hand } from './support/hand'
import { canvas, drawn, openMap } from './support/map'
import { open } from './support/pages'
import { drawing } from './support/photo'
import { Program } from './support/program'
import { field, send, write } from './support/report'
import { expect, test as base } from './support/test'

const most = 6

const test = base.extend<{ hand: Hand; program: (settings?: Record<string, string>, files?: Record<string, string>) => Promise<Program> }>({
  hand: async ({ page }, use, info) => {
    const hand = new Hand(page)
    await use(hand)
    console.log(`${info.title}: ${hand.presses}`)
    if (info.status === info.expectedStatus) expect(hand.presses, 'presses').toBeLessThanOrEqual(most)
  },
  /** Starts a server of the test's own, with the records of files by their names. */
  program: async ({}, use) => {
    const started: Program[] = []
    await use(async (settings = {}, files = {}) => {
      const program = await Program.create({ SKEETER_DEMO: 'false', SKEETER_ANONYMOUS_REPORTS: 'true', ...settings })
      started.push(program)
      for (const [name, content] of Object.entries(files)) {
        const file = join(program.folder, name + '.csv')
        await writeFile(file, content)
        await program.run('import', file, '--dataset', name, '--create-database')
      }
      await program.serve()
      return program
    })
    for (const program of started) await program.stop()
  },
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Find a place, a species, a disease' })
const records = async (request: APIRequestContext, server: string) =>
  ((await (await request.get(server + '/api/v1/observations?limit=1000')).json()) as { observations: Observation[] }).observations

test('where a species was first found in a country, and how it spread', async ({ page, hand, request }) => {
  await openMap(page, '/')
  await hand.click(search(page))
  await hand.find('italy')
  await expect(page).toHaveURL(/country=it/)
  await hand.find('albopictus')
  await expect(page).toHaveURL(/species=aedes-albopictus/)
  await hand.click(page.getByRole('button', { name: 'Display' }))
  await hand.click(page.getByRole('radio', { name: 'First found' }))
  const asked = { country: 'it', species: 'aedes-albopictus' }
  const { count, first_observed } = await stats(request, asked)
  await expectShown(page, count)
  await expect(page.locator('details.legend li').first()).toContainText(first_observed!.slice(0, 4))

  await hand.click(page.getByRole('button', { name: 'Play', exact: true }))
  const player = page.getByRole('region', { name: 'Animation' })
  await player.getByRole('button', { name: 'Pause' }).click() // so that the test can compare a picture
  await player.getByLabel('Step', { exact: true }).selectOption({ label: 'By year' })
  await player.getByLabel('Dates shown').fill('0')
  const year = first_observed!.slice(0, 4)
  await expect(page.locator('.now .date')).toHaveText(year)
  const then = await stats(request, { ...asked, start_date: `${year}-01-01`, end_date: `${year}-12-31` })
  await expect.poll(() => numbers(page.locator('.now p').nth(1))).toEqual([then.count])
})

test('females of a genus, in the summer of one year, in one state, as CSV', async ({ page, hand, program }) => {
  const wanted = [['Culex nigripalpus', '2017-06-01'], ['Culex sp.', '2017-07-15'], ['Culex quinquefasciatus', '2017-08-31']]
  const others = [['Culex nigripalpus', '2017-05-31', 'female'], ['Culex nigripalpus', '2016-07-01', 'female'], ['Culex sp.', '2017-07-15', 'male'],
    ['Aedes aegypti', '2017-07-15', 'female'], ['Culex nigripalpus', '2017-07-15', 'female', '41.6', '-93.6']]
  const line = ([species, date, sex = 'female', lat = '27.9', lng = '-81.6']: string[], id: string) => [id, species, lat, lng, date, 1, sex].join()
  const { url } = await program({}, {
    florida: ['occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount,sex',
      ...wanted.map((row, i) => line(row, `wanted${i}`)), ...others.map((row, i) => line(row, `other${i}`))].join('\n') + '\n',
  })
  await openMap(page, url + '/')
  await hand.click(search(page))
  await hand.find('florida')
  await expect(page).toHaveURL(/area=us-fl/)
  await hand.find('culex')
  await expect(page).toHaveURL(/genus=Culex/)
  await hand.find('June to August 2017')
  await expect(page).toHaveURL(/start_date=2017-06-01&end_date=2017-08-31/)
  await hand.find('female')
  await expect(page).toHaveURL(/sex=female/)
  await expectShown(page, wanted.length)
  const download = page.waitForEvent('download')
  await hand.click(page.getByRole('link', { name: 'Download as CSV' }))
  const text = await readFile(await (await download).path(), 'utf8')
  expect([...new Set(text.match(/(wanted|other)\d/g))].sort()).toEqual(wanted.map((_, i) => `wanted${i}`))
  expect(text.trim().split('\n')).toHaveLength(wanted.length + 1)
})

test('two species compared', async ({ page, hand, request }) => {
  const boxes = new Map<string, string>()
  page.on('request', (sent) => {
    const { pathname, searchParams: asked } = new URL(sent.url())
    if (pathname.endsWith('/stats') && asked.has('species') && asked.has('bbox')) boxes.set(asked.get('species')!, asked.get('bbox')!)
  })
  await openMap(page, '/')
  await hand.click(search(page))
  await hand.find('aedes aegypti')
  await expect(page).toHaveURL(/species=aedes-aegypti/)
  await hand.click(page.getByRole('button', { name: 'Compare', exact: true }))
  await hand.click(search(page))
  await hand.find('tiger mosquito')
  await expect(page).toHaveURL(/b_species=aedes-albopictus/)
  await expect(page).toHaveURL(/[?&]species=aedes-aegypti/)
  for (const [letter, species] of [['a', 'aedes-aegypti'], ['b', 'aedes-albopictus']] as const) {
    await expect(async () => {
      const { count } = await stats(request, { species, bbox: boxes.get(species) ?? '' })
      expect(await numbers(page.locator(`.half.${letter} header strong`))).toEqual([count])
    }).toPass()
    await expect(page.locator(`.half.${letter} header`)).toContainText(species === 'aedes-aegypti' ? 'Aedes aegypti' : 'Aedes albopictus')
  }
})

test('the vectors of a state', async ({ page, hand, request }) => {
  await openMap(page, '/')
  await hand.click(search(page))
  await hand.find('texas')
  await expect(page).toHaveURL(/area=us-tx/)
  await hand.find('vectors')
  await expect(page).toHaveURL(/vector_status=/)
  const { species, count } = await stats(request, { area: 'us-tx', vector_status: 'High,Moderate,Low' })
  await expectShown(page, count)
  const rows = page.locator('table', { has: page.locator('caption', { hasText: 'Species' }) }).locator('tbody tr')
  await expect(async () => {
    const listed = await Promise.all((await rows.all()).map(async (row) => [await row.locator('th').innerText(), parsed(await row.locator('td').first().innerText())]))
    expect(listed.length).toBeGreaterThan(3)
    for (const [name, n] of listed) expect(species.find((s) => s.name === name)?.count, String(name)).toBe(n)
  }).toPass()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  const camera = (page: Page) => page.locator('input[name="camera"]')

  test('a report with a photograph, without the place of the device', async ({ page, context, hand, request, program }) => {
    const { url } = await program({ SKEETER_SAVE_PREDICTED_IMAGES: 'true' })
    await denyPlace(context, page, url)
    const photo = await drawing(context)
    await open(page, url + '/')
    await hand.click(page.getByRole('banner').getByRole('link', { name: 'Report a mosquito' }))
    await hand.photograph(camera(page), photo)
    await expect(page.locator('section.prediction')).toBeVisible()
    await hand.click(page.getByRole('button', { name: 'Next' }))
    await expect(page.getByText('The browser is not allowed to share your place.')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Find a town' })).toBeFocused()
    await hand.find('vienna')
    await drawn(page)
    await hand.point(canvas(page), 0.5, 0.5)
    await expect(page.getByText('Sent now, it says: Culicidae')).toBeVisible()
    await hand.click(page.getByRole('button', { name: 'Send the report' }))
    await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
    const [record, ...more] = await records(request, url)
    expect(more).toEqual([])
    expect(record).toMatchObject({ species_scientific_name: 'Culicidae', count: 1, observed_at: expect.stringContaining(new Date().toISOString().slice(0, 8)) })
    expect(record!.prediction_id).not.toBeNull()
    expect(Math.hypot(record!.location.lat - 48.2, record!.location.lng - 16.37)).toBeLessThan(0.3)
  })

  test.describe('in the field', () => {
    test.use({ serviceWorkers: 'allow' })

    test('a report without a connection', async ({ page, context, hand, request, program, complaints }) => {
      complaints.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
      const { url } = await program()
      await context.grantPermissions(['geolocation'], { origin: url })
      await context.setGeolocation({ latitude: 48.25, longitude: 16.5, accuracy: 12 })
      const photo = await drawing(context)
      await installed(page, url)
      await context.setOffline(true)
      await hand.click(page.getByRole('banner').getByRole('link', { name: 'Report a mosquito' }))
      await hand.photograph(camera(page), photo)
      await hand.click(page.getByRole('button', { name: 'Next' }))
      await hand.click(page.getByRole('button', { name: 'Use this device’s place' }))
      await expect(field(page, 'lat')).toHaveValue('48.25')
      await hand.click(page.getByRole('button', { name: 'Send the report' }))
      await expect(page.getByText(/It is kept on this device/)).toBeVisible()
      expect(await records(request, url)).toEqual([])
      await context.setOffline(false)
      await expect.poll(async () => (await records(request, url)).map(({ location, species_scientific_name }) => [location.lat, location.lng, species_scientific_name]))
        .toEqual([[48.25, 16.5, 'Culicidae']])
    })
  })
})

/** The person has said no to the question where the device is. */
async function denyPlace(context: BrowserContext, page: Page, origin: string) {
  const session = await context.newCDPSession(page)
  const { targetInfo: { browserContextId } } = await session.send('Target.getTargetInfo')
  await session.send('Browser.setPermission', { permission: { name: 'geolocation' }, setting: 'denied', origin, browserContextId })
}

/** The first page, kept on the device with all that it may need. */
async function installed(page: Page, url: string) {
  await open(page, url + '/')
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready) && navigator.serviceWorker.controller))).toBe(true)
  await open(page, url + '/report')
  await open(page, url + '/')
}

test('my report, corrected and withdrawn', async ({ page, hand, request, program }) => {
  const { url } = await program()
  await open(page, url + '/report')
  await write(page, 'mine')
  await send(page)
  await expect(page.getByText('Thank you, it is recorded.')).toBeVisible()
  await open(page, url + '/')
  await hand.click(page.getByRole('navigation').first().getByRole('link', { name: 'My observations' }))
  await hand.click(page.getByRole('link', { name: 'Change: Culex torrentium' }))
  await hand.write(field(page, 'count'), '5')
  await hand.click(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Saved.')).toBeVisible()
  expect((await records(request, url)).map(({ count, notes }) => [count, notes])).toEqual([[5, 'mine']])
  await hand.click(page.getByRole('button', { name: /^Withdraw/ }))
  await hand.click(page.getByRole('button', { name: 'Yes, withdraw it' }))
  await expect(page.getByText('It is withdrawn. Others no longer see it.')).toBeVisible()
  expect(await records(request, url)).toEqual([])
})

test('a view is shared', async ({ page, context, hand, browser, complaints }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openMap(page, '/?country=it&colour=first')
  const [before, number] = [await drawn(page), await shown(page)]
  await hand.click(page.getByRole('button', { name: 'Copy link' }))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const other = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
  await complaints.watch(other)
  const theirs = await other.newPage()
  await openMap(theirs, link)
  await expectShown(theirs, number)
  // The address has the place and the zoom to less than a pixel: edges may be drawn a fraction of one beside.
  expect((await drawn(theirs)).difference(before) / (before.width * before.height)).toBeLessThan(0.01)
  await other.close()
})

test('a picture for an article', async ({ page, hand }) => {
  await openMap(page, '/')
  const number = await shown(page)
  const download = page.waitForEvent('download')
  await hand.click(page.getByRole('button', { name: 'Map as PNG' }))
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^skeeter.*\.png$/)
  const png = await readFile(await file.path())
  const map = (await canvas(page).boundingBox())!
  expect(number).toBeGreaterThan(0)
  expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(map.width)
  expect(png.readUInt32BE(20)).toBeGreaterThan(map.height)
})

test('an area is drawn and its numbers read', async ({ page, hand, request }) => {
  await openMap(page, '/?at=4/44/12')
  await hand.click(page.locator('summary', { hasText: 'Area' }))
  await hand.click(page.getByRole('button', { name: 'Draw a circle' }))
  await hand.point(canvas(page), 0.5, 0.5)
  await hand.point(canvas(page), 0.65, 0.5)
  await expect(page).toHaveURL(/area=/)
  const area = new URL(page.url()).searchParams.get('area')!
  const { count } = await stats(request, { area })
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan((await stats(request)).count)
  await expectShown(page, count)
  // The area is the circle that was drawn: no record of it is farther from the middle of the map than its edge.
  const { features } = await getJSON<{ features: { geometry: { coordinates: [number, number] } }[] }>(request, '/geo/observations', { area, limit: '1000' })
  const { bbox: [west, , east] } = await getJSON<{ bbox: [number, number, number, number] }>(request, '/stats', { area, include: 'bbox' })
  expect(west).toBeLessThan(east)
  for (const { geometry: { coordinates: [lng] } } of features) expect(Math.abs(lng - 12)).toBeLessThan(15)
})

test('ten reports are reviewed', async ({ page, hand, browser, complaints, program }) => {
  const server = await program()
  await invited(page, server, 'Rita', 'reviewer')
  const strangers: BrowserContext = await browser.newContext()
  await complaints.watch(strangers)
  for (let n = 0; n < 10; n++) {
    const data = { species_scientific_name: 'Culex pipiens', count: n + 1, location: { lat: 48.2, lng: 16.4 }, observed_at: '2024-07-01' }
    expect((await strangers.request.post(server.url + '/api/v1/observations', { data })).status()).toBe(201)
  }
  expect(await records(strangers.request, server.url)).toEqual([])
  await open(page, server.url + '/')
  await hand.click(page.getByRole('banner').getByRole('link', { name: 'Review' }))
  await hand.click(page.getByRole('checkbox', { name: /^Choose all/ }))
  await hand.click(page.getByRole('button', { name: /^Confirm/ }))
  await expect(page.getByText('10 records decided.')).toBeVisible()
  expect((await records(strangers.request, server.url)).map(({ count, status }) => `${count} ${status}`).sort()).toEqual(
    Array.from({ length: 10 }, (_, i) => `${i + 1} verified`).sort(),
  )
  await strangers.close()
})

test('a map in a page of another site', async ({ page, context, hand, request, program }) => {
  let text = ''
  const site = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Other site</title>' + text))
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`
  const { url } = await program({ SKEETER_DATABASE_URL: process.env.E2E_DATABASE ?? '', SKEETER_EMBED_ORIGINS: origin })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  await openMap(page, url + '/')
  await hand.click(search(page))
  await hand.find('culex')
  await expect(page).toHaveURL(/genus=Culex/)
  await drawn(page)
  await hand.click(page.getByRole('button', { name: 'Embed' }))
  await hand.click(page.getByRole('button', { name: /^Copy: As a frame/ }))
  text = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(origin)
  const frame = page.frameLocator('iframe')
  const legend = frame.locator('.legend')
  const { species } = (await (await request.get(url + '/api/v1/stats?genus=Culex')).json()) as Stats
  await expect(legend).toContainText(/Legend/)
  expect(new URL((await page.locator('iframe').getAttribute('src'))!).searchParams.get('genus')).toBe('Culex')
  expect(species.every(({ name }) => /^Culex( |$)/.test(name))).toBe(true)
  site.close()
})
