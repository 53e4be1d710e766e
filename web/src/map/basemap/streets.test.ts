import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { expect, test } from 'vitest'

import { languages } from '../../i18n/message'
import { underLabels } from '../layers/overlay'
import { attribution, streets } from './streets'

const address = 'https://skeeter.example/basemap/streets.json'

test.each(languages)('the street map needs no server of fonts or symbols in %s', (language) => {
  for (const theme of ['light', 'dark'] as const) {
    const style = streets(address, theme, language)
    expect(validateStyleMin(style)).toEqual([])
    expect([style.glyphs, style.sprite]).toEqual([undefined, undefined])
    const text = JSON.stringify(style.layers)
    expect(text).not.toContain('icon-image')
    expect(text).not.toContain('Noto')
    expect(text).toContain(`"name:${language}"`)
  }
})

test('it names its sources, and all of its names lie above its lines', () => {
  const { sources, layers } = streets(address, 'light', 'en')
  expect(sources).toEqual({ streets: { type: 'vector', url: address, attribution } })
  expect(attribution.replace(/<[^>]*>/g, '')).toBe('© OpenStreetMap contributors, Protomaps')
  const first = layers.findIndex(({ id }) => id === underLabels(layers))
  expect(layers.slice(first).every(({ type }) => type === 'symbol')).toBe(true)
})
