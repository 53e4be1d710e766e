// What is drawn at a place of the screen.
import type { MapGeoJSONFeature, PointLike } from 'maplibre-gl'

import type { MapLibreMap } from './maplibre'

/**
 * The features that layers draw at a point or in a box of the screen, or anywhere on it; undefined where MapLibre cannot say, between two
 * versions of a tile with symbols (its issue 8064).
 */
export function rendered(map: MapLibreMap, layers: readonly string[], at?: PointLike | [PointLike, PointLike]): MapGeoJSONFeature[] | undefined {
  const options = { layers: layers.filter((id) => map.getLayer(id)) }
  try {
    return at ? map.queryRenderedFeatures(at, options) : map.queryRenderedFeatures(options)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Out of bounds')) return
    throw error
  }
}
