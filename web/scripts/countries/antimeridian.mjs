// Rings and lines that cross the antimeridian jump there from 180 to -180 degrees. Unwrapped, their longitudes run on beyond
// 180, and the tiler cuts them at the edge of the world.
import { signedArea } from './ring.mjs'

/** A line whose longitudes run on, so that no step is longer than half a turn. */
export function unwrapLine(line) {
  let turns = 0
  return line.map(([lon, lat], i) => {
    const step = i > 0 ? lon - line[i - 1][0] : 0
    if (step > 180) turns--
    if (step < -180) turns++
    return [lon + turns * 360, lat]
  })
}

/** A closed ring, unwrapped. One that runs around a pole is cut at the antimeridian and closed along it through the pole. */
export function unwrapRing(ring) {
  const unwrapped = unwrapLine(ring)
  return unwrapped.at(-1)[0] === unwrapped[0][0] ? unwrapped : closeAtPole(ring)
}

/**
 * A polygon whose rings are unwrapped to the same turn of the world, with its centre on the first. The exterior comes first: of
 * a polygon around a pole the source may have the rim at the pole there.
 */
export function unwrapPolygon(polygon) {
  const [exterior, ...holes] = polygon.map(unwrapRing).sort((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)))
  const centered = turned(exterior, 0)
  return [centered, ...holes.map((hole) => turned(hole, middle(centered)))]
}

/** The ring on that turn of the world where it comes nearest to a longitude. */
function turned(ring, center) {
  const turns = Math.round((center - middle(ring)) / 360)
  return ring.map(([lon, lat]) => [lon + turns * 360, lat])
}

function middle(ring) {
  const [west, east] = extent(ring)
  return (west + east) / 2
}

/** The least and the greatest longitude. */
function extent(ring) {
  return ring.reduce(([west, east], [lon]) => [Math.min(west, lon), Math.max(east, lon)], [Infinity, -Infinity])
}

function closeAtPole(ring) {
  const crossings = ring.flatMap(([lon], i) => (i > 0 && Math.abs(lon - ring[i - 1][0]) > 180 ? [i] : []))
  if (crossings.length !== 1) throw new Error(`a ring around a pole crosses the antimeridian ${crossings.length} times`)
  const [crossing] = crossings
  const [from, to] = [ring[crossing - 1], ring[crossing]]
  const [fromSide, toSide] = [180 * Math.sign(from[0]), 180 * Math.sign(to[0])]
  const width = Math.abs(fromSide - from[0]) + Math.abs(toSide - to[0])
  const share = width > 0 ? Math.abs(fromSide - from[0]) / width : 0
  const lat = from[1] + share * (to[1] - from[1])
  const pole = 90 * Math.sign(lat)
  return [
    [toSide, lat],
    ...ring.slice(crossing),
    ...ring.slice(1, crossing),
    [fromSide, lat],
    [fromSide, pole],
    [toSide, pole],
    [toSide, lat],
  ]
}
