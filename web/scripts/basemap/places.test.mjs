import { expect, test } from 'vitest'

import { lakePolygons, placeLayers, riverLines, stateBorders, stateLabels, townPoints } from './places.mjs'

/** A state as a box of degrees. */
function state(name, country, west, south, east, north) {
  return { properties: { name, country }, geometry: { type: 'MultiPolygon', coordinates: [[[[west, south], [east, south], [east, north], [west, north], [west, south]]]] } }
}

const halves = [state('West', 'AA', 0, 0, 4, 4), state('East', 'AA', 4, 0, 8, 4)]

test('the border of two states is what they share, and no coast and no border of the country', () => {
  const [border, ...others] = stateBorders([...halves, state('Abroad', 'BB', 8, 0, 12, 4)])
  expect(others).toEqual([])
  expect(border.geometry.coordinates).toHaveLength(1)
  expect(border.geometry.coordinates[0].every(([lon]) => lon === 4)).toBe(true)
})

test('states are drawn and named where they are large enough', () => {
  const small = [state('a', 'CC', 0, 0, 0.2, 0.2), state('b', 'CC', 0.2, 0, 0.4, 0.2)]
  const zooms = (features) => features.map(({ properties }) => properties.min_zoom)
  expect(Math.min(...zooms(stateBorders(small)))).toBeGreaterThan(Math.max(...zooms(stateBorders(halves))))
  expect(zooms(stateLabels([...small, ...halves]))).toEqual([4, 4, 8, 8])
  expect(stateLabels([state('Whole', 'DD', 0, 0, 9, 9)]), 'a country that is one state').toEqual([])
})

test('towns come by importance, capitals at zoom 5 at the latest', () => {
  const town = (name, rank, capital) => ({ properties: { name, rank, capital, population: 1 }, geometry: { type: 'Point', coordinates: [1, 2] } })
  expect(townPoints([town('Large', 0), town('Seat', 8, true), town('Small', 8)]).map(({ properties }) => properties)).toEqual([
    { name: 'Large', min_zoom: 3, rank: 0 },
    { name: 'Seat', min_zoom: 5, rank: 1, capital: true },
    { name: 'Small', min_zoom: 8, rank: 2 },
  ])
})

test('rivers need no name, lakes wait until they are seen', () => {
  const geometry = { type: 'MultiLineString', coordinates: [[[0, 0], [1, 1]]] }
  expect(riverLines([{ properties: { rank: 9 }, geometry }])[0].properties).toEqual({ min_zoom: 7 })
  const [large, pond] = lakePolygons([state('', '', 0, 0, 5, 5), state('', '', 0, 0, 0.05, 0.05)])
  expect([large.properties.min_zoom, pond.properties.min_zoom]).toEqual([3, 6])
})

test('the first map has no places, and every place comes in time', async () => {
  const layers = await placeLayers()
  expect(Object.keys(layers)).toEqual(['lakes', 'rivers', 'states', 'state_labels', 'towns'])
  for (const [name, { features }] of Object.entries(layers)) {
    expect(features.length, name).toBeGreaterThan(100)
    for (const { properties } of features) {
      expect(properties.min_zoom, name).toBeGreaterThanOrEqual(3)
      expect(properties.min_zoom, name).toBeLessThanOrEqual(10)
    }
  }
}, 60_000)
