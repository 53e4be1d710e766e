// How much room an area has for its name: its size, its middle, and the zoom from which it is large enough.
import polylabel from 'polylabel'

import { signedArea } from '../countries/ring.mjs'

const kilometresPerDegree = 111.2

/** Pixels that a kilometre at the equator takes at zoom 0. */
const pixelsPerKilometre = 512 / (360 * kilometresPerDegree)

/** The side of a square as large as some polygons, in kilometres. */
export const side = (polygons) => Math.sqrt(polygons.reduce((sum, polygon) => sum + squareKilometres(polygon), 0))

/** The first zoom at which a side has about that many pixels. */
export const zoomOf = (side, pixels) => Math.max(Math.round(Math.log2(pixels / (side * pixelsPerKilometre))), 0)

/** The place inside the largest part that is farthest from its outline, with degrees of longitude as long as they are there. */
export function labelPosition(parts) {
  const largest = parts.reduce((a, b) => (squareKilometres(a) >= squareKilometres(b) ? a : b))
  const lats = largest[0].map(([, lat]) => lat)
  const width = Math.cos((((Math.min(...lats) + Math.max(...lats)) / 2) * Math.PI) / 180)
  const flat = largest.map((ring) => ring.map(([lon, lat]) => [lon * width, lat]))
  const precision = Math.sqrt(squareKilometres(largest)) / kilometresPerDegree / 50
  const [x, lat] = polylabel(flat, precision)
  return [wrapped(x / width), lat]
}

function wrapped(lon) {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}

/** Lambert's cylindrical projection keeps areas. */
function squareKilometres([exterior, ...holes]) {
  const enclosed = (ring) => Math.abs(signedArea(ring.map(([lon, lat]) => [lon, (Math.sin((lat * Math.PI) / 180) * 180) / Math.PI])))
  return (enclosed(exterior) - holes.reduce((sum, hole) => sum + enclosed(hole), 0)) * kilometresPerDegree ** 2
}
