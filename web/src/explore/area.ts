// The area of the map as the API's bbox.
import type { Box } from '../api/types'

/** About a metre. Coordinates are rounded outwards, so that records at the edge of the view are in the area. */
const decimals = 5

/** The map ends near this latitude, and draws records nearer to a pole at its edge. */
const edge = 85

const width = ([west, , east]: Box) => (east < west ? east - west + 360 : east - west)

/** The box of the view as text. It reaches to the poles where the map ends; the API wraps longitudes. */
export function areaText(box: Box): string {
  const factor = 10 ** decimals
  const [down, up] = [(n: number) => Math.floor(n * factor) / factor, (n: number) => Math.ceil(n * factor) / factor]
  const [south, north] = [box[1] < -edge ? -90 : down(box[1]), box[3] > edge ? 90 : up(box[3])]
  // Rounded, the ends of a box around the world would pass each other.
  const [west, east] = width(box) + 2 / factor >= 360 ? [-180, 180] : [down(box[0]), up(box[2])]
  return [west, south, east, north].join(',')
}

/** Whether a view shows all of a box. Both may cross the antimeridian. */
export function holds(view: Box, box: Box): boolean {
  if ((view[1] > box[1] && view[1] >= -edge) || (view[3] < box[3] && view[3] <= edge)) return false
  const offset = (((box[0] - view[0]) % 360) + 360) % 360
  return width(view) >= 360 || offset + width(box) <= width(view)
}
