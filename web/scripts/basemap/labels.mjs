// Where the name of a country stands, and from which zoom on there is room for it.
import polylabel from 'polylabel'

import { signedArea } from '../countries/ring.mjs'

/** The smallest country is named at this zoom at the latest. */
const deepestZoom = 10

const kilometresPerDegree = 111.2

/** Pixels that a kilometre at the equator takes at zoom 0. */
const pixelsPerKilometre = 512 / (360 * kilometresPerDegree)

/** How large in pixels a country has to be, as the side of a square of its area, to carry its name. */
const roomyPixels = 45

/** Around an islet is room on the sea, so that its name need not fit into it. */
const isletZoom = 4

/** Antarctica's middle is the pole, which the map does not have. */
const settled = { AQ: [20, -77] }

/**
 * A label of every country: code, position, the zoom from which it shows, its rank by area, the largest first, and whether it
 * stands beside the land.
 */
export function countryLabels(polygons, bordering) {
  return [...polygons]
    .map(([code, parts]) => ({ code, parts, size: Math.sqrt(parts.reduce((sum, part) => sum + squareKilometres(part), 0)) }))
    .sort((a, b) => b.size - a.size)
    .map(({ code, parts, size }, rank) => {
      const zoom = roomyZoom(size)
      const islet = zoom > isletZoom && !bordering.has(code)
      return { code, position: settled[code] ?? labelPosition(parts), minZoom: islet ? isletZoom : zoom, rank, islet }
    })
}

/** Beyond the zooms of the tiles the style looks at it. */
function roomyZoom(size) {
  return Math.min(Math.max(Math.round(Math.log2(roomyPixels / (size * pixelsPerKilometre))), 0), deepestZoom)
}

/** The place inside the largest part that is farthest from its outline, with degrees of longitude as long as they are there. */
function labelPosition(parts) {
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
