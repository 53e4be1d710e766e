// Vector tiles (specification 2.1) as the map's worker reads them and adds layers to them.
import { PbfReader, PbfWriter } from 'pbf'

export const extent = 4096

interface Feature {
  tags: Uint8Array | undefined
  geometry: number[]
}

export interface Layer {
  keys: string[]
  values: Uint8Array[]
  features: Feature[]
}

/** The layer of a tile. The server's tiles have one. */
export const readTile = (tile: Uint8Array<ArrayBuffer>): Layer => new PbfReader(tile).readFields<Layer>(readField, { keys: [], values: [], features: [] })

function readField(field: number, layer: Layer, pbf: PbfReader) {
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

/** The features of a kind, with the tags and the place of each. */
export function ofKind({ keys, values, features }: Layer, kind: string): { tags: Uint8Array; x: number; y: number }[] {
  const [key, value] = [keys.indexOf('kind'), values.findIndex((v) => isText(v, kind))]
  return features.flatMap(({ tags, geometry: [, x, y] }) => (tags && x !== undefined && y !== undefined && says(tags, key, value) ? [{ tags, x: unzigzag(x), y: unzigzag(y) }] : []))
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

const unzigzag = (n: number) => (n >>> 1) ^ -(n & 1)
export const zigzag = (n: number) => (n << 1) ^ (n >> 31)

/** A feature of a layer to add: its type (1 is a point, 3 a polygon), tags and geometry. */
export interface Added {
  type: 1 | 3
  tags: Uint8Array | number[]
  geometry: number[]
}

/** The tile with another layer at its end. */
export function withLayer(tile: Uint8Array<ArrayBuffer>, name: string, layer: Pick<Layer, 'keys'> & { values: Uint8Array[] }, features: Added[]): Uint8Array<ArrayBuffer> {
  const writer = new PbfWriter()
  writer.writeMessage(3, (_, pbf) => writeLayer(pbf, name, layer, features), null)
  const added = writer.finish()
  const out = new Uint8Array(tile.length + added.length)
  out.set(tile)
  out.set(added, tile.length)
  return out
}

function writeLayer(pbf: PbfWriter, name: string, { keys, values }: Pick<Layer, 'keys' | 'values'>, features: Added[]) {
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, name)
  for (const feature of features) pbf.writeMessage(2, writeFeature, feature)
  for (const key of keys) pbf.writeStringField(3, key)
  for (const value of values) pbf.writeBytesField(4, value)
  pbf.writeVarintField(5, extent)
}

function writeFeature({ type, tags, geometry }: Added, pbf: PbfWriter) {
  if (tags instanceof Uint8Array) pbf.writeBytesField(2, tags)
  else pbf.writePackedVarint(2, tags)
  pbf.writeVarintField(3, type)
  pbf.writePackedVarint(4, geometry)
}
