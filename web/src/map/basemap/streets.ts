// The street map: OpenStreetMap from the deployment's archive, in the style of Protomaps.
import { layers, namedFlavor } from '@protomaps/basemaps'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { font } from './places'

/** What OpenStreetMap and Protomaps ask for. */
export const attribution = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</a>, <a href="https://protomaps.com">Protomaps</a>'

/** Layers that are nothing without icons, and places of business. */
const left = new Set(['roads_oneway', 'roads_shields', 'pois'])

/** The style. `tileJSON` is the absolute address of the archive's description. Fonts and symbols come from no server. */
export function streets(tileJSON: string, theme: Theme, language: Language): StyleSpecification {
  return {
    version: 8,
    sources: { streets: { type: 'vector', url: tileJSON, attribution } },
    layers: (layers('streets', namedFlavor(theme), { lang: language }) as LayerSpecification[]).filter(({ id }) => !left.has(id)).map(withDeviceFonts),
  }
}

function withDeviceFonts(layer: LayerSpecification): LayerSpecification {
  if (layer.type !== 'symbol') return layer
  const { 'icon-image': _image, 'icon-size': _size, 'icon-padding': _padding, ...layout } = layer.layout ?? {}
  return { ...layer, layout: { ...(withoutFonts(layout) as typeof layout), 'text-font': font } }
}

/** A value of a style without the fonts of parts of a text. */
function withoutFonts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFonts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, part]) => (name === 'text-font' ? [] : [[name, withoutFonts(part)]])))
}
