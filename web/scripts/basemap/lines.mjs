// The lines of the map, from the topology of the countries: the borders between them and the coast.
import { mesh, neighbors } from 'topojson-client'

import { unwrapLine } from '../countries/antimeridian.mjs'
import { countryOf } from '../countries/territories.mjs'

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

/**
 * The parts of an unwrapped line that are on the map: neither beyond where it ends in the south and north, nor the edges along
 * which the source cuts land at the antimeridian.
 */
export function visibleParts(line) {
  const parts = []
  let part = []
  for (const [i, position] of line.entries()) {
    if (i > 0 && hidden(line[i - 1], position)) {
      parts.push(part)
      part = []
    }
    part.push(position)
  }
  return [...parts, part].filter(({ length }) => length > 1)
}

const mercatorEnd = 85.0511

function hidden(a, b) {
  const alongAntimeridian = a[0] === b[0] && Math.abs(Math.abs(a[0]) - 180) % 360 < 1e-9
  return alongAntimeridian || Math.min(Math.abs(a[1]), Math.abs(b[1])) > mercatorEnd
}
