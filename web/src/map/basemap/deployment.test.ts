import type { StyleSpecification } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'

import { fetchStyle, withAbsoluteAddresses } from './deployment'

const style: StyleSpecification = {
  version: 8,
  glyphs: 'fonts/{fontstack}/{range}.pbf',
  sprite: '/sprites/basic',
  sources: {
    land: { type: 'vector', url: '../data/land.json' },
    sea: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png?key=a%20b'] },
    lines: { type: 'geojson', data: 'lines.json' },
  },
  layers: [{ id: 'sea', type: 'raster', source: 'sea' }],
}

afterEach(() => void vi.unstubAllGlobals())

function answer(body: string, init?: ResponseInit) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)))
}

test('relative addresses are those beside the style', () => {
  const absolute = withAbsoluteAddresses(style, 'https://maps.example/styles/basic.json?key=1')
  expect(absolute.glyphs).toBe('https://maps.example/styles/fonts/{fontstack}/{range}.pbf')
  expect(absolute.sprite).toBe('https://maps.example/sprites/basic')
  expect(absolute.sources).toEqual({
    land: { type: 'vector', url: 'https://maps.example/data/land.json' },
    sea: style.sources['sea'],
    lines: { type: 'geojson', data: 'https://maps.example/styles/lines.json' },
  })
  expect(absolute.layers).toEqual(style.layers)
})

test('a style is fetched', async () => {
  answer(JSON.stringify(style))
  expect((await fetchStyle('https://maps.example/s.json')).glyphs).toBe('https://maps.example/fonts/{fontstack}/{range}.pbf')
})

test.each([
  ['an error', 'no', { status: 403 }],
  ['a page', '<html>', { status: 200 }],
  ['an older style', '{"version":7,"sources":{},"layers":[]}', { status: 200 }],
  ['another document', '{"tilejson":"3.0.0"}', { status: 200 }],
  ['null', 'null', { status: 200 }],
])('%s is no style', async (_name, body, init) => {
  answer(body, init)
  await expect(fetchStyle('https://maps.example/s.json')).rejects.toThrow()
})
