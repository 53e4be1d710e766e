// What other parts of the page do with the map: zoom to an area, read what is in view, take a picture.
import type { Map as MapLibreMap } from 'maplibre-gl'

import type { Box, Stats } from '../api/types'
import type { Filter } from '../filter/filter'
import type { Look } from './look'
import type { ObservationLayers } from './observations'

/** What can be pointed at. */
export interface Target {
  layers: string[]
  /** Of what they show. */
  filter: Filter
}

/** Records that somebody else draws, some of them at a time. */
export interface Loan {
  /** Of all that are drawn in turn. */
  stats: Stats
  /** The largest share of them that is drawn at a time: circles are for so many fewer records. */
  share: number
  /** Those that are drawn now; no layers while they change by themselves. */
  target: () => Target
}

export interface MapHandle {
  readonly map: MapLibreMap
  /** The records of the page's Filter. */
  readonly observations: ObservationLayers
  /** How records are drawn. Reactive. */
  readonly look: Look
  /**
   * Lets somebody else draw records for a while; who does hides the map's own when there is something in their place. Undefined:
   * the map draws them again.
   */
  lend(to: Loan | undefined): void
  /** Closes the popup: what it tells of is no longer drawn. */
  unselect(): void
  /** Shows a whole box; at once for readers who want no motion. */
  fit(box: Box): void
  /** The box in view. */
  box(): Box
}
