// Places with several single records, such as a trap: one symbol covers the others, so each such place has the number of its records.
// A MapLibre style cannot count them; the worker does, as it makes the squares of grid.ts.
import { PbfWriter } from 'pbf'

import { extent, ofKind, readTile, withLayer, zigzag } from './tile'

/** Scheme of addresses of tiles with stacks. */
export const stackProtocol = 'skeeter-stacks'

/** Layer of the stacks: a point for each, with the number of its records and the text for it. */
export const stackLayer = 'stacks'

/** Names of the images of numbers begin with it. */
export const stackImage = 'skeeter-stack-'

/** A larger number is not written out. */
const most = 999

const numberText = (records: number) => (records > most ? `${most}+` : String(records))

/** Adds a layer with the places inside a tile at which there are several records. */
export function withStacks(tile: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const places = new Map<number, number>()
  for (const { x, y } of ofKind(readTile(tile), 'point')) {
    if (x >= 0 && x < extent && y >= 0 && y < extent) places.set(y * extent + x, (places.get(y * extent + x) ?? 0) + 1)
  }
  const stacks = [...places].filter(([, records]) => records > 1)
  if (stacks.length === 0) return tile
  const counts = [...new Set(stacks.map(([, records]) => records))]
  const values = counts.flatMap((records) => [value((pbf) => pbf.writeVarintField(5, records)), value((pbf) => pbf.writeStringField(1, numberText(records)))])
  const features = stacks.map(([at, records]) => {
    const i = 2 * counts.indexOf(records)
    return { type: 1 as const, tags: [0, i, 1, i + 1], geometry: [9, zigzag(at % extent), zigzag(Math.floor(at / extent))] }
  })
  return withLayer(tile, stackLayer, { keys: ['stack', 'text'], values }, features)
}

function value(write: (pbf: PbfWriter) => void): Uint8Array {
  const pbf = new PbfWriter()
  write(pbf)
  return pbf.finish()
}

/** Pixels of an image for one of the map. */
const ratio = 2

/** The picture of a number, for map.addImage. Undefined where there is no canvas to draw on. */
export function numberImage(text: string): { image: ImageData; options: { pixelRatio: number } } | undefined {
  const font = `600 ${10 * ratio}px system-ui, sans-serif`
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return
  context.font = font
  const height = 15 * ratio
  const width = Math.max(height, Math.ceil(context.measureText(text).width) + 7 * ratio)
  Object.assign(context.canvas, { width, height })
  context.beginPath()
  context.roundRect(ratio / 2, ratio / 2, width - ratio, height - ratio, height / 2)
  context.fillStyle = '#12201d'
  context.fill()
  context.lineWidth = ratio
  context.strokeStyle = '#ffffff'
  context.stroke()
  Object.assign(context, { font, fillStyle: '#ffffff', textAlign: 'center', textBaseline: 'middle' })
  context.fillText(text, width / 2, height / 2 + ratio / 2)
  return { image: context.getImageData(0, 0, width, height), options: { pixelRatio: ratio } }
}
