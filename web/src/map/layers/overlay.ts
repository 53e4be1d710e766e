// Our layers on the basemap. The basemap changes with the theme and the language; our layers stay.
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

/** Prefix of the ids of our sources and layers. */
export const overlay = 'skeeter-'

/** Names of the basemap never cover records: circles and symbols lie above them, areas below, so that names can be read on these. */
const aboveLabels = ({ type }: LayerSpecification) => type === 'circle' || type === 'symbol'

/** The layer below which one of ours is added: areas below the basemap's first text, records on top. */
export function below(layers: readonly LayerSpecification[], layer: LayerSpecification): string | undefined {
  return aboveLabels(layer) ? undefined : underLabels(layers)
}

/** The basemap's first text. */
export function underLabels(layers: readonly LayerSpecification[]): string | undefined {
  return layers.find(({ id, type }) => type === 'symbol' && !id.startsWith(overlay))?.id
}

/** A new basemap's style with our layers of the present style; for MapLibre's transformStyle. */
export function withOverlays(before: StyleSpecification | undefined, basemap: StyleSpecification): StyleSpecification {
  if (!before) return basemap
  const ours = before.layers.filter(({ id }) => id.startsWith(overlay))
  const [top, areas] = [ours.filter(aboveLabels), ours.filter((layer) => !aboveLabels(layer))]
  const sources = Object.entries(before.sources).filter(([id]) => id.startsWith(overlay))
  const firstLabel = basemap.layers.findIndex(({ id }) => id === underLabels(basemap.layers))
  const at = firstLabel < 0 ? basemap.layers.length : firstLabel
  return {
    ...basemap,
    sources: { ...basemap.sources, ...Object.fromEntries(sources) },
    layers: [...basemap.layers.slice(0, at), ...areas, ...basemap.layers.slice(at), ...top],
  }
}
