import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { expect, test } from 'vitest'

import { withOverlays } from './overlay'

const style = (...ids: string[]): StyleSpecification => ({
  version: 8,
  sources: Object.fromEntries(ids.map((id) => [id, { type: 'vector' }])),
  layers: ids.map((id) => ({ id, type: /label|points/.test(id) ? 'symbol' : 'background', source: id }) as LayerSpecification),
})

test('observations stay below the labels of the next basemap', () => {
  const next = withOverlays(style('basemap-land', 'skeeter-a', 'skeeter-points', 'basemap-label-x'), style('basemap-sea', 'basemap-label-y'))
  expect(next.layers.map(({ id }) => id)).toEqual(['basemap-sea', 'skeeter-a', 'skeeter-points', 'basemap-label-y'])
  expect(Object.keys(next.sources)).toEqual(['basemap-sea', 'basemap-label-y', 'skeeter-a', 'skeeter-points'])
})

test('without labels they are on top', () => {
  expect(withOverlays(style('skeeter-a'), style('land')).layers.map(({ id }) => id)).toEqual(['land', 'skeeter-a'])
})

test('the first style is the basemap', () => expect(withOverlays(undefined, style('land'))).toEqual(style('land')))
