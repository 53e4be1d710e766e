// States, towns, rivers and lakes of the built-in basemap. Their names are in one language, as Natural Earth writes them.
import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl'

import type { Palette } from './palette'

/** Without `glyphs` in the style, MapLibre draws text with the device's fonts, which know every script. */
export const font = ['sans-serif']

/** Whether there is room for a feature: the last tiles, which the map enlarges, have those of deeper zooms, too. */
export const due: ExpressionSpecification = ['<=', ['get', 'min_zoom'], ['zoom']]

const from = (layer: string) => ({ source: 'basemap', 'source-layer': layer })

/** A width or a size that grows from one zoom to another. */
const growing = (zoom: number, small: number, deep: number, large: number): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], zoom, small, deep, large]

export function stateBorders({ state }: Palette): LayerSpecification {
  return { id: 'basemap-states', ...from('states'), type: 'line', filter: due, layout: { 'line-join': 'round' }, paint: { 'line-color': state, 'line-width': growing(3, 0.5, 8, 1.4) } }
}

export function rivers({ river }: Palette): LayerSpecification {
  return {
    id: 'basemap-rivers', ...from('rivers'), type: 'line', filter: due, layout: { 'line-join': 'round', 'line-cap': 'round' },
    paint: { 'line-color': river, 'line-width': growing(3, 0.5, 10, 2.2) },
  }
}

export function lakes({ sea, coast }: Palette): LayerSpecification[] {
  return [
    { id: 'basemap-lakes', ...from('lakes'), type: 'fill', filter: due, paint: { 'fill-color': sea } },
    { id: 'basemap-shores', ...from('lakes'), type: 'line', filter: due, paint: { 'line-color': coast, 'line-width': growing(3, 0.2, 7, 0.7) } },
  ]
}

export function riverNames({ riverName, halo }: Palette): SymbolLayerSpecification {
  return {
    id: 'basemap-label-river', ...from('rivers'), type: 'symbol', minzoom: 5, filter: ['all', due, ['has', 'name']],
    layout: { 'symbol-placement': 'line', 'symbol-spacing': 450, 'text-field': ['get', 'name'], 'text-font': font, 'text-letter-spacing': 0.06, 'text-size': growing(5, 10, 10, 11.5), 'text-padding': 12, 'text-max-angle': 30 },
    paint: { 'text-color': riverName, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  }
}

export function stateNames({ stateName, halo }: Palette): SymbolLayerSpecification {
  return {
    id: 'basemap-label-state', ...from('state_labels'), type: 'symbol', filter: due,
    layout: {
      'text-field': ['get', 'name'], 'text-font': font, 'text-size': growing(4, 9.5, 9, 13), 'text-transform': 'uppercase', 'text-letter-spacing': 0.1,
      // Beside a town in the middle of the state.
      'text-variable-anchor': ['center', 'bottom', 'top'], 'text-radial-offset': 1.8, 'text-justify': 'auto',
      'text-max-width': 7, 'text-padding': 6, 'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': stateName, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  }
}

/** A town is a dot with its name below, a capital a square. The dot is a line of the text, so that it goes where the name has no room. */
export function townNames({ town, label, halo }: Palette): SymbolLayerSpecification {
  const capital: ExpressionSpecification = ['has', 'capital']
  return {
    id: 'basemap-label-town', ...from('towns'), type: 'symbol', filter: due,
    layout: {
      'text-field': ['format', ['case', capital, '■', '•'], { 'font-scale': 0.8 }, '\n', {}, ['get', 'name'], {}],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 10.5, 9, ['interpolate', ['linear'], ['get', 'min_zoom'], 3, 16, 9, 12]],
      'text-line-height': 1,
      'text-max-width': 9,
      'text-anchor': 'top',
      'text-offset': [0, -0.5],
      'text-padding': 4,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': ['case', capital, label, town], 'text-halo-color': halo, 'text-halo-width': 1.3 },
  }
}
