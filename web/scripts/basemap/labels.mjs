// Where the name of a country stands, and from which zoom on there is room for it.
import { labelPosition, side, zoomOf } from './room.mjs'

/** The smallest country is named at this zoom at the latest. */
const deepestZoom = 10

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
    .map(([code, parts]) => ({ code, parts, size: side(parts) }))
    .sort((a, b) => b.size - a.size)
    .map(({ code, parts, size }, rank) => {
      const zoom = Math.min(zoomOf(size, roomyPixels), deepestZoom) // beyond the zooms of the tiles the style looks at it
      const islet = zoom > isletZoom && !bordering.has(code)
      return { code, position: settled[code] ?? labelPosition(parts), minZoom: islet ? isletZoom : zoom, rank, islet }
    })
}
