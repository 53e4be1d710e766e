import { expect, test } from 'vitest'

import { countryPolygons, readTopology } from './polygons.mjs'
import { countryOf, ownCountry, places, unnumbered } from './territories.mjs'

test('every entry of the tables takes something: another is a mistake, or meant for another edition of the source', async () => {
  const topology = await readTopology('10m')
  const names = topology.objects.countries.geometries.filter(({ id }) => id === undefined).map(({ properties }) => properties.name)
  expect(Object.keys(unnumbered).sort()).toEqual(names.sort())
  const polygons = countryPolygons(topology)
  for (const [from, to, west, south, east, north] of places) {
    const inside = ([lon, lat]) => lon >= west && lon <= east && lat >= south && lat <= north
    expect(polygons.get(to).some(([exterior]) => exterior.every(inside)), `${to} from ${from} at ${west}, ${south}`).toBe(true)
  }
}, 60_000)

test('countries by numeric code, by name, or not at all', () => {
  expect(countryOf({ id: '004', properties: { name: 'Afghanistan' } })).toBe('AF')
  expect(countryOf({ properties: { name: 'Kosovo' } })).toBe('XK')
  expect(() => countryOf({ properties: { name: 'Atlantis' } })).toThrow('Atlantis')
  for (const id of ['001', '419', '999999', 'LSO']) expect(() => countryOf({ id, properties: { name: 'Atlantis' } })).toThrow()
})

test('an overseas department is no part of the mother country', () => {
  expect(ownCountry('FR', [[[-53, 4], [-52, 4], [-52, 5], [-53, 4]]])).toBe('GF')
  expect(ownCountry('FR', [[[-53, 4], [-52, 4], [-52, 45], [-53, 4]]])).toBe('FR')
})
