// Natural Earth as world-atlas has it: a topology of countries, from which come their shapes, the borders between them and
// the coast.
import { feature, merge, mesh, neighbors } from 'topojson-client'

import { area, unwrapLine, unwrapPolygon, visibleParts } from './antimeridian.mjs'
import { countryOf, ownCountry } from './territories.mjs'

/** The polygons of every country, by its code. Parts of one country that border on each other are one polygon. */
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

/** The lines between two countries. */
export function borderLines(topology) {
  return lines(mesh(topology, topology.objects.countries, (a, b) => countryOf(a) !== countryOf(b)))
}

/** The countries that have a border with another. */
export function borderingCountries(topology) {
  const { geometries } = topology.objects.countries
  const codes = geometries.map(countryOf)
  const beside = neighbors(geometries)
  return new Set(codes.filter((code, i) => beside[i].some((other) => codes[other] !== code)))
}

/** The lines between a country and the sea. */
export function coastLines(topology) {
  return lines(mesh(topology, topology.objects.countries, (a, b) => a === b))
}

function lines(mesh) {
  return mesh.coordinates.map(unwrapLine).flatMap(visibleParts)
}

/** The Vatican and some islets are flat lines in the grid of the source: they become boxes, half a step wider on every side. */
function widened(ring, [stepLon, stepLat]) {
  if (area(ring) > (stepLon * stepLat) / 4) return ring
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const [west, east] = [Math.max(-180, Math.min(...lons) - stepLon / 2), Math.min(180, Math.max(...lons) + stepLon / 2)]
  const [south, north] = [Math.min(...lats) - stepLat / 2, Math.max(...lats) + stepLat / 2]
  return [[west, south], [east, south], [east, north], [west, north], [west, south]]
}
