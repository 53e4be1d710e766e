// The area of the map as the API's bbox.
import type { Box } from '../api/types'

/** About a metre: what lies at the very edge of the view counts as in it. */
const decimals = 5

/** A box that holds the whole view; latitudes that a map shows beyond the poles are cut, longitudes wrap in the API. */
export function areaText([west, south, east, north]: Box): string {
  const factor = 10 ** decimals
  const [down, up] = [(n: number) => Math.floor(n * factor) / factor, (n: number) => Math.ceil(n * factor) / factor]
  return [down(west), Math.max(-90, down(south)), up(east), Math.min(90, up(north))].join(',')
}
