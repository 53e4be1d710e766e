// A deployment's own basemaps: a style on another host, drawn below the records under the page's policy, ours where it cannot be had;
// and a street map from an archive of the server.
import { openMap, redrawn } from './support/map'
import { type Colour, same } from './support/pixels'
import { island } from './support/records'
import { expect, test } from './support/test'

const [sea, land]: [Colour, Colour] = [[0x12, 0x34, 0x56], [0xe0, 0xc0, 0x20]]
const hex = (colour: Colour) => '#' + colour.map((part) => part.toString(16).padStart(2, '0')).join('')

/** Water with a square of land in the east; the address of the land is relative to the style's. */
const style = {
  version: 8,
  sources: { land: { type: 'geojson', data: 'shapes/land.geojson', attribution: 'The deployment’s own' } },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': hex(sea) } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': hex(land) } },
  ],
}
const square = { type: 'Polygon', coordinates: [[[-10, -60], [30, -60], [30, 0], [-10, 0], [-10, -60]]] }
const cors = { 'Access-Control-Allow-Origin': '*' }

test('a deployment’s own basemap lies below the records', async ({ page, context, ownBasemap }) => {
  await context.route(ownBasemap.style, (route) => route.fulfill({ json: style, headers: cors }))
  await context.route(new URL('shapes/land.geojson', ownBasemap.style).href, (route) => route.fulfill({ json: square, headers: cors }))
  const own = await openMap(page, `${ownBasemap.url}/?data_source=${island.source}&at=4/${island.latitude}/-10`)
  const share = (colour: Colour) => own.count((c) => same(c, colour, 2)) / (own.width * own.height)
  expect(share(sea)).toBeGreaterThan(0.3)
  expect(share(land)).toBeGreaterThan(0.3)
  expect(own.count((c) => !same(c, sea, 2) && !same(c, land, 2)), 'the records').toBeGreaterThan(20)
})

test('where it cannot be had, the map is drawn on ours', async ({ page, context, ownBasemap, complaints }) => {
  complaints.expect(/503/)
  await context.route(ownBasemap.style, (route) => route.fulfill({ status: 503, headers: cors }))
  const ours = await openMap(page, `${ownBasemap.url}/?species=nobody&at=3/48/10`)
  const colours = new Set<string>()
  ours.count((colour) => colours.add(colour.join()) && false)
  expect(colours.size).toBeGreaterThan(20)
})

test('a reader chooses the street map, which names its sources, and the browser remembers it', { tag: '@quick' }, async ({ page, streets }) => {
  const plain = await openMap(page, `${streets}/?species=nobody&at=2/0/0&lang=ru`)
  const sources = page.getByRole('button', { name: 'Источники' })
  await expect(sources).toContainText('Natural Earth')
  await page.getByRole('button', { name: 'Вид', exact: true }).click()
  await page.getByRole('radio', { name: 'Улицы' }).check()
  const map = await redrawn(page, plain, plain.width * plain.height * 0.2)
  await expect(sources).toContainText('© OpenStreetMap contributors, Protomaps')
  await expect(sources).not.toContainText('Natural Earth')
  await page.reload()
  await expect(sources).toContainText('© OpenStreetMap contributors, Protomaps')
  await expect.poll(async () => (await openMap(page, page.url())).difference(map)).toBe(0)
})

test('the small maps have it too, with its sources', async ({ page, streets }) => {
  await page.addInitScript(() => localStorage.setItem('skeeter-basemap', 'streets'))
  await page.goto(`${streets}/species/aedes-aegypti`)
  await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('© OpenStreetMap contributors')
})
