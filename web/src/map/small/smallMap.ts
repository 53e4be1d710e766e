// A small map in a page that scrolls: the basemap, and above it what a subclass draws.
import type { Box } from '../../api/types'
import type { Theme } from '../../app/theme.svelte'
import type { Language } from '../../i18n/message'
import { loadBasemap } from '../basemap/basemap'
import type { Basemap } from '../basemap/choice.svelte'
import { corners } from '../camera/area'
import { withOverlays } from '../layers/overlay'
import { type MapLibreMap, type MapOptions, newMap } from '../maplibre'

/** Web Mercator ends before the poles: places beyond are shown at its edge. */
export const EDGE_LAT = 85
export const onMap = (lat: number) => Math.min(EDGE_LAT, Math.max(-EDGE_LAT, lat))

export class SmallMap {
  protected readonly map: MapLibreMap
  /** Until then nothing can be added to the map. */
  protected readonly loaded: Promise<unknown>
  #wanted = 0

  /** The texts are those of MapLibre's `locale`. Throws where the browser has no WebGL 2. */
  constructor(container: HTMLElement, texts: Record<string, string>, options: Partial<MapOptions>) {
    // The page scrolls over the map. The map zooms with the Ctrl key and moves with two fingers.
    this.map = newMap(container, { locale: texts, cooperativeGestures: true, ...options })
    this.loaded = this.map.once('style.load')
  }

  async basemap(which: Basemap, theme: Theme, language: Language) {
    const wanted = ++this.#wanted
    const [style] = await Promise.all([loadBasemap(which, theme, language, false), this.loaded])
    if (wanted === this.#wanted) this.map.setStyle(style, { transformStyle: withOverlays })
  }

  fit(box: Box, maxZoom: number) {
    this.map.fitBounds(corners(box), { padding: 40, maxZoom, animate: false })
  }

  remove() {
    this.#wanted++
    this.map.remove()
  }
}
