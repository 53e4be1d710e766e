// The box of a cell of a tile.
import type { Box } from '../../api/types'

/** Cells of a tile from west to east, and from north to south. */
const cellsASide = 64

/** Coordinates of records have 7 decimals. */
const fineness = 1e7

/**
 * The box in degrees of the cell that holds a place, for tiles of a zoom. The API's boxes include their borders, but a cell does not
 * include its eastern and southern one: so the box ends at the outermost coordinates that records in the cell can have.
 */
export function cellBox(zoom: number, lng: number, lat: number): Box {
  const side = 2 ** zoom * cellsASide
  // The server rounds a cell's place down to 64ths of the cell: half a unit keeps places on the border inside.
  const x = Math.min(side - 1, Math.floor(mercatorX(lng) * side + 1 / 128))
  const y = Math.min(side - 1, Math.floor(mercatorY(lat) * side + 1 / 128))
  return [
    Math.ceil(longitude(x / side) * fineness) / fineness,
    // Records beyond Web Mercator's square are in its outermost cells.
    y === side - 1 ? -90 : (Math.floor(latitude((y + 1) / side) * fineness) + 1) / fineness,
    x === side - 1 ? 180 : (Math.ceil(longitude((x + 1) / side) * fineness) - 1) / fineness,
    y === 0 ? 90 : Math.floor(latitude(y / side) * fineness) / fineness,
  ]
}

const mercatorX = (lng: number) => ((((lng + 180) % 360) + 360) % 360) / 360
const mercatorY = (lat: number) => Math.min(1, Math.max(0, 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)))
const longitude = (x: number) => x * 360 - 180
const latitude = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
