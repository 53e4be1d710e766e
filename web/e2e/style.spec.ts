// A map of somebody else's: MapLibre GL JS draws the server's style in a page of another origin.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { APIRequestContext, Page } from '@playwright/test'

import { anyRecord, queryText, stats } from './support/api'
import { type Colour, picture, same } from './support/pixels'
import { row } from './support/records'
import { expect, test } from './support/test'

/** An origin that the server allows by default. */
const site = 'http://localhost:5173'

/** Width and height of the page: at zoom 1 it holds the world. */
const side = 1024

// Colours of the style.
const background: Colour = [0xee, 0xf1, 0xf0]
const pointFill: Colour = [0xc2, 0x41, 0x0c]

interface Place {
  kind: string
  records: number
  lng: number
  lat: number
}

interface Drawn {
  places: Place[]
  bounds: [west: number, south: number, east: number, north: number]
  attribution: string
}

// The browser treats the intercepted origin as one of the internet.
test.use({ viewport: { width: side, height: side }, permissions: ['local-network-access'] })

test.beforeEach(async ({ context }) => {
  const folders = { '/maplibre-gl/': join(import.meta.dirname, '../node_modules/maplibre-gl/dist'), '/': join(import.meta.dirname, 'site') }
  const types: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.mjs': 'text/javascript' }
  await context.route(site + '/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const [prefix, folder] = Object.entries(folders).find(([p]) => pathname.startsWith(p)) ?? ['/', '']
    const file = join(folder, pathname.slice(prefix.length))
    await route.fulfill({ contentType: types[extname(file)] ?? 'text/plain', body: await readFile(file) })
  })
})

/** Opens a map of the server's style with a Filter, and waits until everything is drawn. */
async function draw(page: Page, baseURL: string | undefined, lng: number, lat: number, zoom: number, filter = '') {
  const style = `${baseURL}/api/v1/tiles/observations/style.json?${filter}`
  await page.goto(`${site}/style-map.html?${queryText({ style, lng: String(lng), lat: String(lat), zoom: String(zoom) })}`)
  const drawn = await page.evaluate(() => (window as unknown as { drawn: Promise<Drawn> }).drawn)
  return { ...drawn, picture: await picture(page) }
}

const kinds = (drawn: Drawn) => [...new Set(drawn.places.map((p) => p.kind))].sort()

/** Records of the places inside the bounds: circles of places outside may reach in. */
function records({ places, bounds: [west, south, east, north] }: Drawn): number {
  return places.filter((p) => p.lng >= west && p.lng <= east && p.lat >= south && p.lat <= north).reduce((sum, p) => sum + p.records, 0)
}

/** Compares the records on the map with the statistics of its bounds. A cell at the edge is in or out as a whole. */
async function expectRecords(request: APIRequestContext, drawn: Drawn, filter = '', share = 0) {
  const { count } = await stats(request, `bbox=${drawn.bounds.join()}&${filter}`)
  expect(count).toBeGreaterThan(0)
  expect(Math.abs(records(drawn) - count)).toBeLessThanOrEqual(share * count)
}

test('the world', { tag: '@quick' }, async ({ page, baseURL, request }) => {
  const drawn = await draw(page, baseURL, 0, 0, 1)
  expect(kinds(drawn)).toEqual(['cell'])
  expect(drawn.attribution).not.toBe('')
  await expectRecords(request, drawn)
  expect(drawn.picture.count((c) => !same(c, background))).toBeGreaterThan(1000)
})

test('a country', async ({ page, baseURL, request }) => {
  const drawn = await draw(page, baseURL, ...(await anyRecord(request)), 7)
  expect(drawn.places.length).toBeGreaterThan(0)
  await expectRecords(request, drawn, '', 0.05)
})

test('a town', async ({ page, baseURL, request }) => {
  const drawn = await draw(page, baseURL, ...(await anyRecord(request)), 12)
  expect(kinds(drawn)).toEqual(['point'])
  await expectRecords(request, drawn, '', 0.02)
  expect(drawn.picture.count((c) => same(c, pointFill))).toBeGreaterThan(0)
})

test('a species', async ({ page, baseURL, request }) => {
  const filter = 'species=aedes-aegypti'
  const all = await draw(page, baseURL, 0, 0, 1)
  const one = await draw(page, baseURL, 0, 0, 1, filter)
  await expectRecords(request, one, filter)
  const painted = [one, all].map((drawn) => drawn.picture.count((c) => !same(c, background)))
  expect(painted[0]).toBeGreaterThan(0)
  expect(painted[0]).toBeLessThan(painted[1]!)
})

for (const { zoom, kind, gap } of [{ zoom: 4, kind: 'cell', gap: 6 }, { zoom: 7, kind: 'point', gap: 2 }]) {
  test(`the antimeridian, ${kind}s`, async ({ page, baseURL }) => {
    const drawn = await draw(page, baseURL, 180, row.latitude, zoom, 'data_source=' + row.source)
    expect(kinds(drawn)).toEqual([kind])
    const east = drawn.places.filter((p) => p.lng < 0).reduce((sum, p) => sum + p.records, 0)
    expect([records({ ...drawn, bounds: [-180, -90, 180, 90] }), east]).toEqual([row.records, row.records / 2])
    const reach = Math.floor(((row.reach * 0.9) / 360) * 512 * 2 ** zoom)
    expect(drawn.picture.widestGap(side / 2 - reach, side / 2 - 10, side / 2 + reach, side / 2 + 10, background)).toBeLessThanOrEqual(gap)
  })
}
