// The tiles as a map draws them: cut from the atlas, encoded, decoded again.
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { beforeAll, describe, expect, test } from 'vitest'

import { tilesMaxZoom } from '../../src/map/basemap/style'
import { readTopology } from '../countries/polygons.mjs'
import { labelLayer, shapeLayers } from './layers.mjs'
import { tiles, wound } from './tiles.mjs'
import { maxZoom, scales } from './zooms.mjs'

test('the style and the tiles end at the same zoom, and every zoom has one scale', () => {
  expect(tilesMaxZoom).toBe(maxZoom)
  expect(scales.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))).toEqual([...Array(maxZoom + 1).keys()])
})

test('a ring that rounding turned over stays what it is', () => {
  const square = [[0, 0], [8, 0], [8, 8], [0, 8], [0, 0]]
  const islet = [[4039, 3796], [4032, 3795], [4045, 3798], [4039, 3796]]
  expect(wound([islet])).toEqual([islet.toReversed()])
  expect(wound([square, [[1, 1], [2, 1], [2, 2], [1, 1]]])).toEqual([square, [[1, 1], [2, 2], [2, 1], [1, 1]]])
  expect(wound([[[0, 0], [5, 0], [0, 0]]])).toEqual([])
})

const deepest = 3
const all = []

beforeAll(async () => {
  const labels = labelLayer(await readTopology('50m'))
  for (const { scale, from, to } of scales) {
    if (from > deepest) continue
    const layers = { ...shapeLayers(await readTopology(scale)), labels }
    for (const { z, x, y, content } of tiles(layers, from, to)) {
      if (z > deepest) continue
      const decoded = new VectorTile(new PbfReader(content)).layers
      const features = (name) => {
        const layer = decoded[name]
        return Array.from({ length: layer?.length ?? 0 }, (_, i) => layer.feature(i).toGeoJSON(x, y, z))
      }
      all.push({ z, x, y, bytes: content.length, features })
    }
  }
}, 60_000)

/** Rings of exteriors and holes, positions of lines. */
function rings({ type, coordinates }) {
  if (type === 'MultiPolygon') return coordinates.flat()
  return type === 'LineString' ? [coordinates] : coordinates
}

function width(positions) {
  const lons = positions.map(([lon]) => lon)
  return Math.max(...lons) - Math.min(...lons)
}

function inside([px, py], polygonRings) {
  let odd = false
  for (const ring of polygonRings) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]]
      if (ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax)) odd = !odd
    }
  }
  return odd
}

function tileAt(z, [lon, lat]) {
  const sine = Math.sin((lat * Math.PI) / 180)
  const x = Math.floor(((lon + 180) / 360) * 2 ** z)
  const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z)
  return all.find((tile) => tile.z === z && tile.x === x && tile.y === y)
}

function countriesAt(z, place) {
  const features = tileAt(z, place)?.features('countries') ?? []
  return features.filter(({ geometry }) => inside(place, rings(geometry))).map(({ properties }) => properties.iso_a2)
}

describe.each([...Array(deepest + 1).keys()])('zoom %d', (z) => {
  test.each([
    ['Moscow', 37.6, 55.7, ['RU']],
    ['Chukotka beyond the antimeridian', -174, 66.6, ['RU']],
    ['Chukotka before it', 178, 67.5, ['RU']],
    ['Paris', 2.3, 48.8, ['FR']],
    ['French Guiana', -53, 4, ['GF']],
    ['Vanua Levu', 179, -16.6, ['FJ']],
    ['Antarctica', 0, -80, ['AQ']],
    ['Antarctica at the antimeridian', 179.5, -84.9, ['AQ']],
    ['Lesotho, not South Africa', 28.2, -29.6, ['LS']],
    ['Somaliland, as the server counts it', 45, 9.6, ['SO']],
    ['the Atlantic', -30, 60, []],
    ['the Atlantic', -10, 60, []],
    ['the Pacific', -150, 20, []],
    ['the Southern Ocean', -100, -60, []],
    ['the Bering Sea', -179, 58, []],
  ])('%s', (_name, lon, lat, codes) => expect(countriesAt(z, [lon, lat])).toEqual(codes))

  test('nothing smears across the map', () => {
    const wrong = []
    for (const tile of all.filter((tile) => tile.z === z)) {
      const address = `${tile.z}/${tile.x}/${tile.y}`
      for (const { geometry, properties } of tile.features('countries')) {
        const widest = properties.iso_a2 === 'AQ' ? 375 : 180
        if (rings(geometry).some((ring) => width(ring) > widest)) wrong.push(`${properties.iso_a2} in ${address}`)
      }
      for (const line of [...tile.features('coast'), ...tile.features('borders')].flatMap(({ geometry }) => rings(geometry))) {
        for (let i = 1; i < line.length; i++) {
          const step = [line[i - 1], line[i]]
          const alongAntimeridian = step.every(([lon]) => Math.abs(Math.abs(lon) - 180) < 0.01) && Math.abs(step[0][1] - step[1][1]) > 0.5
          if (alongAntimeridian || width(step) > 30) wrong.push(`${step} in ${address}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('tiles are small', () => {
    const sizes = all.filter((tile) => tile.z === z).map(({ bytes }) => bytes)
    expect(sizes.length).toBeGreaterThan(0)
    expect(Math.max(...sizes)).toBeLessThan(100_000)
  })
})

test('Fiji lies on both sides of the antimeridian', () => {
  const lons = all
    .filter(({ z }) => z === deepest)
    .flatMap((tile) => tile.features('countries'))
    .filter(({ properties }) => properties.iso_a2 === 'FJ')
    .flatMap(({ geometry }) => rings(geometry).flat())
    .map(([lon]) => lon)
  expect(lons.some((lon) => lon > 177 && lon <= 180)).toBe(true)
  expect(lons.some((lon) => lon >= -180 && lon < -179.5)).toBe(true)
})

test('islands have a coast and no border', () => {
  const madagascar = tileAt(3, [47, -19])
  expect(madagascar.features('coast').length).toBeGreaterThan(0)
  expect(madagascar.features('borders')).toEqual([])
  expect(tileAt(3, [10, 50]).features('borders').length).toBeGreaterThan(0)
})

test('a country is named once, in its own land, when there is room', () => {
  for (const z of [0, 2, deepest]) {
    const labels = all.filter((tile) => tile.z === z).flatMap((tile) => tile.features('labels'))
    const codes = labels.map(({ properties }) => properties.iso_a2)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).toContain('RU')
    expect(codes.includes('DE')).toBe(z > 2)
    expect(codes).not.toContain('VA')
    for (const { properties, geometry } of labels) {
      expect(properties.min_zoom).toBeLessThanOrEqual(z)
      if (z === deepest) expect(countriesAt(z, geometry.coordinates)).toContain(properties.iso_a2)
    }
  }
})
