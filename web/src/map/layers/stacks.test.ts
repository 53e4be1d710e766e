import { VectorTile } from '@mapbox/vector-tile'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { PbfReader } from 'pbf'
import { expect, test } from 'vitest'

import { withStacks } from './stacks'

function tile(points: [x: number, y: number, kind: string][]): Uint8Array<ArrayBuffer> {
  const features = points.map(([x, y, kind]) => ({ type: 1 as const, geometry: [[x, y]], tags: { kind } }))
  return new Uint8Array(fromGeojsonVt({ observations: { features } as never }, { extent: 4096, version: 2 }))
}

function stacks(bytes: Uint8Array<ArrayBuffer>) {
  const layer = new VectorTile(new PbfReader(withStacks(bytes))).layers.stacks
  return Array.from({ length: layer?.length ?? 0 }, (_, i) => {
    const feature = layer!.feature(i)
    const { x, y } = feature.loadGeometry()[0]![0]!
    return { x, y, ...feature.properties }
  })
}

test('a place with several records has their number', () => {
  const many = Array.from({ length: 1200 }, (): [number, number, string] => [9, 9, 'point'])
  expect(stacks(tile([[5, 7, 'point'], [100, 4000, 'point'], [5, 7, 'point'], ...many, [5, 8, 'point'], [5, 7, 'cell']]))).toEqual([
    { x: 5, y: 7, stack: 2, text: '2' },
    { x: 9, y: 9, stack: 1200, text: '999+' },
  ])
})

test('a place in the buffer is counted by its own tile', () => expect(stacks(tile([[-4, 7, 'point'], [-4, 7, 'point']]))).toEqual([]))

test('a tile without stacks is as the server sent it', () => {
  const before = tile([[1, 2, 'point'], [2, 1, 'point']])
  expect(withStacks(before)).toBe(before)
})
