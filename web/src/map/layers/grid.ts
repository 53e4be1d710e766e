// Cells as squares. In the server's tiles a cell is a point, at the mean of its records' places; a tile has 64 by 64 cells. A MapLibre
// style cannot compute the square of a point, so the worker adds the squares to the tile.
import { extent, ofKind, readTile, withLayer, zigzag } from './tile'

/** Scheme of addresses of tiles with squares: skeeter-grid://https://... */
export const gridProtocol = 'skeeter-grid'

/** Layer of the squares, which have the properties of their cells. */
export const gridLayer = 'grid'

const cellSize = extent / 64
/** Space around a square, so that neighbours of one colour can be told apart. */
const gap = 3

/** Adds a layer with the squares of all cells inside a tile to a vector tile. */
export function withGrid(tile: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const layer = readTile(tile)
  const squares = ofKind(layer, 'cell').flatMap(({ tags, x, y }) => {
    const [column, row] = [cellOf(x), cellOf(y)]
    return column !== undefined && row !== undefined ? [{ type: 3 as const, tags, geometry: square(column, row) }] : []
  })
  return squares.length === 0 ? tile : withLayer(tile, gridLayer, layer, squares)
}

/** The column or row of a cell; undefined for a cell in the tile's buffer, which the next tile draws. */
const cellOf = (n: number) => (n >= 0 && n < extent ? Math.floor(n / cellSize) : undefined)

/** Geometry of a polygon: MoveTo, three LineTo, ClosePath; clockwise, as outer rings are. */
function square(column: number, row: number): number[] {
  const side = cellSize - 2 * gap
  const move = (dx: number, dy: number) => [zigzag(dx), zigzag(dy)]
  return [9, ...move(column * cellSize + gap, row * cellSize + gap), 26, ...move(side, 0), ...move(0, side), ...move(-side, 0), 15]
}
