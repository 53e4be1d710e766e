// Cells as squares. In the server's tiles a cell is a point, at the mean of its records' places; a tile has 64 by 64 cells. A MapLibre
// style cannot compute the square of a point, so the worker adds the squares to the tile.
import { PbfReader, PbfWriter } from 'pbf'

/** Scheme of addresses of tiles with squares: skeeter-grid://https://... */
export const gridProtocol = 'skeeter-grid'

/** Layer of the squares, which have the properties of their cells. */
export const gridLayer = 'grid'

const extent = 4096
const cellSize = extent / 64
/** Space around a square, so that neighbours of one colour can be told apart. */
const gap = 3

interface Feature {
  tags: Uint8Array | undefined
  geometry: number[]
}

interface Layer {
  keys: string[]
  values: Uint8Array[]
  features: Feature[]
}

/** Adds a layer with the squares of all cells inside a tile to a vector tile (specification 2.1). */
export function withGrid(tile: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const layer = new PbfReader(tile).readFields<Layer>(readTile, { keys: [], values: [], features: [] })
  const kind = layer.keys.indexOf('kind')
  const cell = layer.values.findIndex((value) => isText(value, 'cell'))
  const squares: { tags: Uint8Array; geometry: number[] }[] = []
  for (const { tags, geometry } of layer.features) {
    if (!tags || !says(tags, kind, cell)) continue
    const [x, y] = [column(geometry[1]), column(geometry[2])]
    if (x !== undefined && y !== undefined) squares.push({ tags, geometry: square(x, y) })
  }
  if (squares.length === 0) return tile
  const writer = new PbfWriter()
  writer.writeMessage(3, (_, pbf) => writeLayer(pbf, layer, squares), null)
  const grid = writer.finish()
  const out = new Uint8Array(tile.length + grid.length)
  out.set(tile)
  out.set(grid, tile.length)
  return out
}

function readTile(field: number, layer: Layer, pbf: PbfReader) {
  if (field === 3) pbf.readMessage(readLayer, layer)
}

function readLayer(field: number, layer: Layer, pbf: PbfReader) {
  if (field === 2) layer.features.push(pbf.readMessage<Feature>(readFeature, { tags: undefined, geometry: [] }))
  else if (field === 3) layer.keys.push(pbf.readString())
  else if (field === 4) layer.values.push(pbf.readBytes())
}

function readFeature(field: number, feature: Feature, pbf: PbfReader) {
  if (field === 2) feature.tags = pbf.readBytes()
  else if (field === 4) pbf.readPackedVarint(feature.geometry)
}

function isText(value: Uint8Array, text: string): boolean {
  return new PbfReader(value).readFields<{ text?: string }>((field, v, pbf) => {
    if (field === 1) v.text = pbf.readString()
  }, {}).text === text
}

/** Whether a feature's tags, pairs of indices of a key and a value, hold a pair. */
function says(tags: Uint8Array, key: number, value: number): boolean {
  const pbf = new PbfReader(tags)
  while (pbf.pos < pbf.length) {
    const [k, v] = [pbf.readVarint(), pbf.readVarint()]
    if (k === key) return v === value
  }
  return false
}

/** The column or row of a cell from a zigzag coordinate; undefined for a cell in the tile's buffer, which the next tile draws. */
function column(zigzag: number | undefined): number | undefined {
  if (zigzag === undefined) return
  const n = (zigzag >>> 1) ^ -(zigzag & 1)
  return n >= 0 && n < extent ? Math.floor(n / cellSize) : undefined
}

const zigzag = (n: number) => (n << 1) ^ (n >> 31)

/** Geometry of a polygon: MoveTo, three LineTo, ClosePath; clockwise, as outer rings are. */
function square(column: number, row: number): number[] {
  const side = cellSize - 2 * gap
  const move = (dx: number, dy: number) => [zigzag(dx), zigzag(dy)]
  return [9, ...move(column * cellSize + gap, row * cellSize + gap), 26, ...move(side, 0), ...move(0, side), ...move(-side, 0), 15]
}

function writeLayer(pbf: PbfWriter, { keys, values }: Layer, squares: { tags: Uint8Array; geometry: number[] }[]) {
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, gridLayer)
  for (const s of squares) pbf.writeMessage(2, writeSquare, s)
  for (const key of keys) pbf.writeStringField(3, key)
  for (const value of values) pbf.writeBytesField(4, value)
  pbf.writeVarintField(5, extent)
}

function writeSquare(s: { tags: Uint8Array; geometry: number[] }, pbf: PbfWriter) {
  pbf.writeBytesField(2, s.tags)
  pbf.writeVarintField(3, 3)
  pbf.writePackedVarint(4, s.geometry)
}
