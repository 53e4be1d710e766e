// Writes src/home/zones.json, the time zones of each country, and boxes.json, the box of its largest piece of land: a reader's own country is
// on the map before anybody asked where the reader is. Run it when time zones or countries change.
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { getAllCountries } from 'countries-and-timezones'

import { countryFeatures } from './countries/features.mjs'
import { readTopology } from './countries/polygons.mjs'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src/home')
const continents = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//

/** Zones that several countries use, by the country in which the place of their name is. */
const named = {
  'Africa/Abidjan': 'ci', 'Africa/Johannesburg': 'za', 'Africa/Lagos': 'ng', 'Africa/Maputo': 'mz', 'Africa/Nairobi': 'ke', 'America/Panama': 'pa',
  'America/Phoenix': 'us', 'America/Puerto_Rico': 'pr', 'America/Toronto': 'ca', 'Asia/Bangkok': 'th', 'Asia/Dubai': 'ae', 'Asia/Kuching': 'my',
  'Asia/Qatar': 'qa', 'Asia/Riyadh': 'sa', 'Asia/Singapore': 'sg', 'Asia/Tokyo': 'jp', 'Asia/Yangon': 'mm', 'Europe/Belgrade': 'rs',
  'Europe/Berlin': 'de', 'Europe/Brussels': 'be', 'Europe/Helsinki': 'fi', 'Europe/London': 'gb', 'Europe/Paris': 'fr', 'Europe/Prague': 'cz',
  'Europe/Rome': 'it', 'Europe/Zurich': 'ch', 'Indian/Maldives': 'mv', 'Pacific/Auckland': 'nz', 'Pacific/Guadalcanal': 'sb', 'Pacific/Guam': 'gu',
  'Pacific/Pago_Pago': 'as', 'Pacific/Port_Moresby': 'pg', 'Pacific/Tarawa': 'ki',
}

const users = new Map()
for (const [id, { timezones }] of Object.entries(getAllCountries({ deprecated: true }))) {
  for (const zone of timezones) if (continents.test(zone)) users.set(zone, [...(users.get(zone) ?? []), id.toLowerCase()])
}
const zones = {}
for (const [zone, ids] of users) {
  const country = named[zone] ?? (ids.length === 1 ? ids[0] : undefined)
  if (country) (zones[country] ??= []).push(zone)
}
await writeFile(join(folder, 'zones.json'), JSON.stringify(zones) + '\n')

const size = ([west, south, east, north]) => (east - west) * (north - south)
const boxOf = (ring) => ring.reduce(([w, s, e, n], [x, y]) => [Math.min(w, x), Math.min(s, y), Math.max(e, x), Math.max(n, y)], [180, 90, -180, -90])
const boxes = {}
for (const { id, geometry } of countryFeatures(await readTopology('10m'))) {
  const largest = geometry.coordinates.map(([outer]) => boxOf(outer)).sort((a, b) => size(b) - size(a))[0]
  const [west, south, east, north] = largest.map((n) => n * 10)
  boxes[id.toLowerCase()] = [Math.floor(west), Math.floor(south), Math.ceil(east), Math.ceil(north)].map((n) => n / 10)
}
await writeFile(join(folder, 'boxes.json'), JSON.stringify(boxes) + '\n')
