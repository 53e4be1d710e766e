// The built-in basemap: Natural Earth's land, borders, waters and names.
import type {
  ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification, SymbolLayerSpecification,
} from 'maplibre-gl'

import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { graticule, steps } from './graticule'
import { countryNames } from './names'
import { palettes, type Palette } from './palette'
import { due, font, lakes, riverNames, rivers, stateBorders, stateNames, townNames } from './places'

/** Deepest zoom of the tiles. */
export const tilesMaxZoom = 7

/**
 * The style of the built-in basemap. `tiles` is an absolute address with {z}, {x} and {y}. Ids of layers with text begin with
 * `basemap-label`, those of other layers and of sources with `basemap`.
 */
export function naturalEarth(tiles: string, theme: Theme, language: Language, withGraticule: boolean): StyleSpecification {
  const palette = palettes[theme]
  const sources: Record<string, SourceSpecification> = {
    basemap: { type: 'vector', tiles: [tiles], maxzoom: tilesMaxZoom, attribution: 'Natural Earth' },
  }
  if (withGraticule) sources['basemap-graticule'] = graticuleSource(language)
  return {
    version: 8,
    sources,
    layers: [
      { id: 'basemap-sea', type: 'background', paint: { 'background-color': palette.sea } },
      { id: 'basemap-land', type: 'fill', source: 'basemap', 'source-layer': 'countries', paint: { 'fill-color': palette.land } },
      ...(withGraticule ? [graticuleLines(palette)] : []),
      stateBorders(palette),
      rivers(palette),
      ...lakes(palette),
      line('borders', palette.border, [0, 0.5, 6, 1.4]),
      line('coast', palette.coast, [0, 0.5, 6, 1.1]),
      ...(withGraticule ? [graticuleLabels(palette)] : []),
      // The map places names of the last layer first, and then those that have room.
      riverNames(palette),
      stateNames(palette),
      townNames(palette),
      countryLabels(palette, language),
    ],
  }
}

/** A source for graticuleLines and graticuleLabels. */
export function graticuleSource(language: Language): SourceSpecification {
  return { type: 'geojson', data: graticule(language), tolerance: 0 }
}

/** The lines to draw at each zoom. */
const drawn: ExpressionSpecification = [
  '>=',
  ['get', 'step'],
  ['step', ['zoom'], steps[0].step, steps[1].zoom, steps[1].step, steps[2].zoom, steps[2].step, steps[3].zoom, steps[3].step],
]

export function graticuleLines({ grid }: Pick<Palette, 'grid'>): LayerSpecification {
  return { id: 'basemap-graticule', type: 'line', source: 'basemap-graticule', filter: drawn, paint: { 'line-color': grid, 'line-width': 0.75 } }
}

function graticuleLabels(palette: Palette): SymbolLayerSpecification {
  return {
    id: 'basemap-label-graticule',
    type: 'symbol',
    source: 'basemap-graticule',
    filter: drawn,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 400,
      'text-field': ['get', 'label'],
      'text-font': font,
      'text-size': 10.5,
      'text-padding': 8,
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.25 },
  }
}

function line(sourceLayer: string, color: string, [lowZoom, thin, highZoom, thick]: [number, number, number, number]): LayerSpecification {
  return {
    id: `basemap-${sourceLayer}`,
    type: 'line',
    source: 'basemap',
    'source-layer': sourceLayer,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': ['interpolate', ['linear'], ['zoom'], lowZoom, thin, highZoom, thick] },
  }
}

function countryLabels(palette: Palette, language: Language): SymbolLayerSpecification {
  const large: ExpressionSpecification = ['<=', ['get', 'min_zoom'], 2]
  const names = [...countryNames(language)].flat() as [string, string, ...string[]]
  return {
    id: 'basemap-label-country',
    type: 'symbol',
    source: 'basemap',
    'source-layer': 'labels',
    filter: due,
    layout: {
      'text-field': ['match', ['get', 'iso_a2'], ...names, ''] as unknown as ExpressionSpecification,
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, ['case', large, 11.5, 10.5], 6, ['case', large, 17, 13]],
      'text-anchor': ['case', ['has', 'islet'], 'top', 'center'],
      'text-offset': ['case', ['has', 'islet'], ['literal', [0, 0.5]], ['literal', [0, 0]]],
      'text-max-width': 7,
      'text-padding': 4,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': palette.label, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  }
}
