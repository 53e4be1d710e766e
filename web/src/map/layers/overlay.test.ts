import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'

import { below, withOverlays } from './overlay'

const style = (...ids: string[]): StyleSpecification => ({
  version: 8,
  sources: Object.fromEntries(ids.map((id) => [id, { type: 'vector' }])),
  layers: ids.map((id) => ({ id, type: /label|points/.test(id) ? 'symbol' : 'background', source: id }) as LayerSpecification),
})

test('names of the basemap lie above areas and never above records', () => {
  const next = withOverlays(style('basemap-land', 'skeeter-a', 'skeeter-points', 'basemap-label-x'), style('basemap-sea', 'basemap-label-y'))
  expect(next.layers.map(({ id }) => id)).toEqual(['basemap-sea', 'skeeter-a', 'basemap-label-y', 'skeeter-points'])
  expect(Object.keys(next.sources)).toEqual(['basemap-sea', 'basemap-label-y', 'skeeter-a', 'skeeter-points'])
})

test('a layer is added where it stays', () => {
  const { layers } = style('basemap-land', 'skeeter-points', 'basemap-label-x', 'basemap-label-y')
  const at = (type: string) => below(layers, { id: 'skeeter-new', type } as LayerSpecification)
  expect([at('heatmap'), at('fill'), at('line')]).toEqual(Array(3).fill('basemap-label-x'))
  expect([at('circle'), at('symbol')]).toEqual([undefined, undefined])
})

test('without labels they are on top', () => {
  expect(withOverlays(style('skeeter-a'), style('land')).layers.map(({ id }) => id)).toEqual(['land', 'skeeter-a'])
})

test('the first style is the basemap', () => expect(withOverlays(undefined, style('land'))).toEqual(style('land')))
