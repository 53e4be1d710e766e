// The area of the map as the API's bbox.
import type { Box } from '../api/types'

/** About a metre. Coordinates are rounded outwards, so that records at the edge of the view are in the area. */
const decimals = 5

/** The box of the view as text. Latitudes are cut at the poles; the API wraps longitudes. */
export function areaText([west, south, east, north]: Box): string {
  const factor = 10 ** decimals
  const [down, up] = [(n: number) => Math.floor(n * factor) / factor, (n: number) => Math.ceil(n * factor) / factor]
  return [down(west), Math.max(-90, down(south)), up(east), Math.min(90, up(north))].join(',')
}
