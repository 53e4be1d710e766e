import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { beforeAll, describe, expect, test } from 'vitest'

import { languages, load } from '../../i18n/message'
import { graticule } from './graticule'
import { countryNames } from './names'
import { palettes } from './palette'
import { naturalEarth } from './style'

beforeAll(async () => void (await Promise.all(languages.map(load))))

const tiles = 'https://skeeter.example/basemap/{z}/{x}/{y}.mvt?v=1'

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each(languages)('the style is valid in %s', (language) => {
    for (const graticule of [true, false]) {
      const style = naturalEarth(tiles, theme, language, graticule)
      expect(validateStyleMin(style)).toEqual([])
      expect(style.glyphs).toBeUndefined()
      for (const { id, type } of style.layers) expect(id.startsWith('basemap-label'), id).toBe(type === 'symbol')
      expect('basemap-graticule' in style.sources).toBe(graticule)
    }
  })

  test('names can be read on land and sea', () => {
    const { label, town, stateName, riverName, land, sea, halo } = palettes[theme]
    for (const name of [label, town]) for (const ground of [land, sea, halo]) expect(contrast(name, ground), name).toBeGreaterThan(4.5)
    for (const name of [stateName, riverName]) for (const ground of [land, halo]) expect(contrast(name, ground), name).toBeGreaterThan(4.5)
  })

  test('land, sea and borders are quieter than names', () => {
    const { label, land, sea, border, coast, grid, state, river } = palettes[theme]
    for (const line of [border, coast, grid, sea, state, river]) expect(contrast(line, land)).toBeLessThan(contrast(label, land) / 2)
  })
})

test('countries are named first, then towns, states and rivers', () => {
  const names = naturalEarth(tiles, 'light', 'en', false).layers.filter(({ type }) => type === 'symbol').map(({ id }) => id)
  expect(names).toEqual(['basemap-label-river', 'basemap-label-state', 'basemap-label-town', 'basemap-label-country'])
})

test('a theme or a language changes no source, so that no tile is loaded again', () => {
  const { basemap } = naturalEarth(tiles, 'light', 'en', true).sources
  expect(naturalEarth(tiles, 'dark', 'ru', false).sources['basemap']).toEqual(basemap)
})

test('countries are named in the language', () => {
  expect(countryNames('en').get('DE')).toBe('Germany')
  expect(countryNames('ru').get('DE')).toBe('Германия')
  expect(countryNames('es').get('US')).toBe('Estados Unidos')
  expect(countryNames('pt').get('GB')).toBe('Reino Unido')
  for (const language of languages) {
    for (const code of ['XK', 'GF', 'EH', 'TW', 'PS', 'CI', 'SJ']) expect(countryNames(language).get(code), code).toBeTruthy()
    expect(countryNames(language).has('QQ')).toBe(false)
  }
})

test('the graticule has every degree once, in the widest step that it belongs to', () => {
  const { features } = graticule('ru')
  expect(features).toHaveLength(360 + 171)
  expect(new Set(features.map(({ geometry }) => JSON.stringify(geometry))).size).toBe(features.length)
  const labels = (step: number) => features.filter(({ properties }) => properties.step === step).map(({ properties }) => properties.label)
  expect(labels(30)).toContain('60° с. ш.')
  expect(labels(30)).toContain('150° з. д.')
  expect(labels(30)).toContain('180°')
  expect(labels(30).filter((label) => label === '0°')).toHaveLength(2)
  expect(labels(30)).toHaveLength(12 + 5)
  expect(labels(10)).toContain('10° ю. ш.')
  expect(labels(5)).toContain('85° с. ш.')
})

/** WCAG 2, relative luminance and contrast. */
function contrast(a: string, b: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = parseInt(color.slice(at, at + 2), 16) / 255
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
