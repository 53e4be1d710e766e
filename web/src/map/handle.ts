// What other parts of the page do with the map: zoom to an area, read what is in view, take a picture, draw records over time.
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Snippet } from 'svelte'

import type { Box, Stats } from '../api/types'
import type { Filter } from '../filter/filter'
import type { Look } from './layers/look'
import type { ObservationLayers } from './layers/observations'

/** What a click or a key opens. */
export interface Target {
  layers: string[]
  /** The Filter of the records in these layers. */
  filter: Filter
}

/** Records that another part of the page draws in place of the map's own, some of them at a time. */
export interface Substitute {
  /** Statistics of all that are drawn in turn. */
  stats: Stats
  /** The largest share of them that is drawn at a time: circles are sized for so many fewer records. */
  share: number
  /** What is drawn now; no layers while it changes by itself. */
  target: () => Target
  /** What the legend says of the records that are drawn; '' for nothing. Reactive. */
  note: () => string
}

/** Something that another part of the page draws and that takes clicks in place of the records. */
export interface Cover {
  /** What the legend shows in place of the records' colours; with one, records are not drawn. */
  legend?: Snippet
  /** A click, or the key for the middle of the map: opens what is nearest, within some pixels. False when nothing is near. */
  open(point: { x: number; y: number }, within: number, by: 'click' | 'key'): boolean
}

export interface MapHandle {
  readonly map: MapLibreMap
  /** The records of the page's Filter. */
  readonly observations: ObservationLayers
  /** How records are drawn. Reactive. */
  readonly look: Look
  /**
   * Lets another part of the page draw the records. It hides the map's own records as soon as it has drawn something in their place.
   * Undefined: the map draws its own again.
   */
  substitute(by: Substitute | undefined): void
  /** Lets another part of the page take clicks and the legend, until the returned function is called. The latest has them. */
  cover(by: Cover): () => void
  /** Closes the popup, for when its records are no longer drawn. */
  unselect(): void
  /** Shows a whole box; at once for readers who want no motion. */
  fit(box: Box): void
  /** The box in view. */
  box(): Box
}
