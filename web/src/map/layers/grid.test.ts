import { PbfReader } from 'pbf'
import { VectorTile } from '@mapbox/vector-tile'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { expect, test } from 'vitest'

import { withGrid } from './grid'

type Point = [x: number, y: number, tags: Record<string, string | number>]

function tile(points: Point[]): Uint8Array<ArrayBuffer> {
  const features = points.map(([x, y, tags]) => ({ type: 1 as const, geometry: [[x, y]], tags }))
  return new Uint8Array(fromGeojsonVt({ observations: { features } as never }, { extent: 4096, version: 2 }))
}

function squares(points: Point[]) {
  const layer = new VectorTile(new PbfReader(withGrid(tile(points)))).layers.grid
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const feature = layer!.feature(i)
    const [ring] = feature.loadGeometry()
    return { type: feature.type, properties: feature.properties, corners: ring!.map(({ x, y }) => [x, y]) }
  })
}

test('a cell is the square that its point lies in, with its properties', () => {
  const [square] = squares([[70, 4095, { kind: 'cell', records: 12, species_id: 'culex-pipiens' }]])
  expect(square).toEqual({
    type: 3,
    properties: { kind: 'cell', records: 12, species_id: 'culex-pipiens' },
    corners: [[67, 4035], [125, 4035], [125, 4093], [67, 4093], [67, 4035]],
  })
})

test('neither records nor cells of a neighbour have squares', () => {
  expect(squares([[70, 70, { kind: 'point' }], [-3, 9, { kind: 'cell' }], [9, 4096, { kind: 'cell' }], [9, 9, { kind: 'cell' }]])).toHaveLength(1)
})

test('what the server sent stays as it was', () => {
  const before = tile([[1, 2, { kind: 'cell' }]])
  expect(withGrid(before).subarray(0, before.length)).toEqual(before)
})

test('an empty tile stays empty', () => expect(withGrid(new Uint8Array())).toHaveLength(0))
