// A PMTiles archive of one tile, the world, in the layers of Protomaps that the server asks for.
import { gzipSync } from 'node:zlib'

import { GeoJSONVT } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'

const feature = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties })
const box = (west: number, south: number, east: number, north: number) => ({ type: 'Polygon', coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]] })

/** Land in the west, water in the east, a road and a place. */
const layers = {
  earth: [feature(box(-170, -80, 0, 80), { kind: 'earth' })],
  water: [feature(box(0, -80, 170, 80), { kind: 'ocean' })],
  roads: [feature({ type: 'LineString', coordinates: [[-60, -40], [60, 40]] }, { kind: 'highway' })],
  places: [feature({ type: 'Point', coordinates: [0, 0] }, { kind: 'country', min_zoom: 0, population_rank: 9, name: 'Null Island', 'name:ru': 'Нулевой остров' })],
}

/** The content of a file. */
export function archive(): Buffer {
  const indexes = Object.entries(layers).map(([name, features]) => {
    const index = new GeoJSONVT({ type: 'FeatureCollection', features } as ConstructorParameters<typeof GeoJSONVT>[0], { maxZoom: 0, indexMaxZoom: 0 })
    return [name, index.getTile(0, 0, 0)]
  })
  const tile = gzipSync(fromGeojsonVt(Object.fromEntries(indexes), { version: 2, extent: 4096 }))
  const metadata = gzipSync(JSON.stringify({ vector_layers: Object.keys(layers).map((id) => ({ id, fields: {} })) }))
  const root = gzipSync(Uint8Array.from([1, 0, 1, ...varint(tile.length), 1]))
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  let offset = header.length
  for (const [i, section] of [root, metadata, Buffer.alloc(0), tile].entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * i)
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * i)
    offset += section.length
  }
  header.set([2, 2, 1], 97) // gzip, gzip, vector tiles
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i)
  return Buffer.concat([header, root, metadata, tile])
}

function varint(n: number): number[] {
  return n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]
}
