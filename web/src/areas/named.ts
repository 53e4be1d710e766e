// A box as a polygon.
import type { DrawnPolygon } from '../api/areas'
import type { Box } from '../api/types'

/** A box as a polygon, two of them over the antimeridian. */
export function boxPolygon([west, south, east, north]: Box): DrawnPolygon {
  const ring = (from: number, to: number) => [[from, south], [to, south], [to, north], [from, north], [from, south]]
  if (west <= east) return { type: 'Polygon', coordinates: [ring(west, east)] }
  return { type: 'MultiPolygon', coordinates: [[ring(west, 180)], [ring(-180, east)]] }
}
