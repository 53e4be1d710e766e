// Our layers on the basemap. The basemap changes with the theme and the language; our layers stay.
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** Prefix of the ids of our sources and layers. */
export const overlay = 'skeeter-'

/** The layer below which ours are added: the basemap's first text. */
export function underLabels(layers: readonly LayerSpecification[]): string | undefined {
  return layers.find(({ id, type }) => type === 'symbol' && !id.startsWith(overlay))?.id
}

/** A new basemap's style with our layers of the present style; for MapLibre's transformStyle. */
export function withOverlays(before: StyleSpecification | undefined, basemap: StyleSpecification): StyleSpecification {
  if (!before) return basemap
  const ours = before.layers.filter(({ id }) => id.startsWith(overlay))
  const sources = Object.entries(before.sources).filter(([id]) => id.startsWith(overlay))
  const firstLabel = basemap.layers.findIndex(({ id }) => id === underLabels(basemap.layers))
  const at = firstLabel < 0 ? basemap.layers.length : firstLabel
  return {
    ...basemap,
    sources: { ...basemap.sources, ...Object.fromEntries(sources) },
    layers: [...basemap.layers.slice(0, at), ...ours, ...basemap.layers.slice(at)],
  }
}
