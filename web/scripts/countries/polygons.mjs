// The countries of Natural Earth, which world-atlas holds as TopoJSON.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature, merge } from 'topojson-client'

import { unwrapPolygon } from './antimeridian.mjs'
import { signedArea } from './ring.mjs'
import { countryOf, ownCountry } from './territories.mjs'

const require = createRequire(import.meta.url)

/** The countries of a scale ('110m', '50m', '10m') as TopoJSON. */
export async function readTopology(scale) {
  return JSON.parse(await readFile(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8'))
}

/**
 * The polygons of every country, by its code, unwrapped over the antimeridian. Parts of one country that border on each other
 * are one polygon, as in a valid multipolygon: Baikonur with the rest of Kazakhstan, the parts of Cyprus.
 */
export function countryPolygons(topology) {
  const parts = new Map()
  for (const geometry of topology.objects.countries.geometries) append(parts, countryOf(geometry), geometry)
  const polygons = new Map()
  for (const [code, geometries] of parts) {
    const shape = geometries.length > 1 ? merge(topology, geometries) : feature(topology, geometries[0]).geometry
    const coordinates = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates
    for (const rings of coordinates) {
      const polygon = unwrapPolygon(rings.map((ring) => widened(ring, topology.transform.scale)))
      append(polygons, ownCountry(code, polygon), polygon)
    }
  }
  return polygons
}

function append(map, key, value) {
  if (!map.has(key)) map.set(key, [])
  map.get(key).push(value)
}

/** The Vatican and some islets are flat lines in the grid of the source: they become boxes, half a step wider on every side. */
function widened(ring, [stepLon, stepLat]) {
  if (Math.abs(signedArea(ring)) > (stepLon * stepLat) / 4) return ring
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const [west, east] = [Math.max(-180, Math.min(...lons) - stepLon / 2), Math.min(180, Math.max(...lons) + stepLon / 2)]
  const [south, north] = [Math.min(...lats) - stepLat / 2, Math.max(...lats) + stepLat / 2]
  return [[west, south], [east, south], [east, north], [west, north], [west, south]]
}
