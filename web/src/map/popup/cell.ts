// A cell of a tile: which part of the world it stands for.
import type { Box } from '../../api/types'

/** Cells a tile has from west to east and from north to south. */
export const cellsASide = 64

/** Records say their place to 1e-7 degrees. */
const fineness = 1e7

/**
 * The box of the cell that a place lies in, for tiles of a zoom, in degrees. The API's boxes hold what lies on their border and a
 * cell does not hold what lies on its eastern and southern one: the box begins and ends at the outermost places that records in
 * the cell can have.
 */
export function cellBox(zoom: number, lng: number, lat: number): Box {
  const side = 2 ** zoom * cellsASide
  // The server rounds the cell's place down in units of a 64th of it: half a unit keeps what lies on the border inside.
  const x = Math.min(side - 1, Math.floor(mercatorX(lng) * side + 1 / 128))
  const y = Math.min(side - 1, Math.floor(mercatorY(lat) * side + 1 / 128))
  return [
    Math.ceil(longitude(x / side) * fineness) / fineness,
    // What lies beyond Web Mercator's square is in its outermost cells.
    y === side - 1 ? -90 : (Math.floor(latitude((y + 1) / side) * fineness) + 1) / fineness,
    x === side - 1 ? 180 : (Math.ceil(longitude((x + 1) / side) * fineness) - 1) / fineness,
    y === 0 ? 90 : Math.floor(latitude(y / side) * fineness) / fineness,
  ]
}

const mercatorX = (lng: number) => ((((lng + 180) % 360) + 360) % 360) / 360
const mercatorY = (lat: number) => Math.min(1, Math.max(0, 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)))
const longitude = (x: number) => x * 360 - 180
const latitude = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
