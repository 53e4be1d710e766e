// What other parts of the page do with the map: zoom to an area, read what is in view, take a picture.
import type { Map as MapLibreMap } from 'maplibre-gl'

import type { Box } from '../api/types'
import type { ObservationLayers } from './observations'

export interface MapHandle {
  readonly map: MapLibreMap
  /** The records of the page's Filter. */
  readonly observations: ObservationLayers
  /** Shows a whole box; at once for readers who want no motion. */
  fit(box: Box): void
  /** The box in view. */
  box(): Box
  /** Asks for the records anew, after one was added or changed. */
  refresh(): void
}
