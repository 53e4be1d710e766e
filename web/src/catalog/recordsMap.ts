// A small map with the records of a Filter, drawn as on the first page.
import type { Box } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import type { Language } from '../i18n/message'
import { corners } from '../map/camera/area'
import { loadBasemap } from '../map/basemap/basemap'
import type { Look } from '../map/layers/look'
import { type MapLibreMap, newMap } from '../map/maplibre'
import '../map/map.css'
import { ObservationLayers } from '../map/layers/observations'
import { withOverlays } from '../map/layers/overlay'
import { referenceFor, steady } from '../map/layers/sizes'

export class RecordsMap {
  #map: MapLibreMap
  #loaded: Promise<void>
  #look: Look = { display: 'circles', colouring: 'species', theme: 'light', reference: 30, species: [], statuses: new Map(), dates: [] }
  #observations: ObservationLayers | undefined
  #params = new URLSearchParams()
  #wanted = 0

  /** The texts are those of MapLibre's `locale`. */
  constructor(container: HTMLElement, texts: Record<string, string>) {
    this.#map = newMap(container, {
      locale: texts,
      center: [0, 15],
      zoom: 0.4,
      maxZoom: 14,
      attributionControl: { compact: false },
      // The page scrolls over the map. The map zooms with the Ctrl key and moves with two fingers.
      cooperativeGestures: true,
    })
    this.#loaded = this.#map.once('style.load').then(() => {
      this.#observations = new ObservationLayers(this.#map, 'records', this.#params, this.#look)
    })
    this.#map.on('idle', () => this.#measure())
  }

  async basemap(theme: Theme, language: Language) {
    const wanted = ++this.#wanted
    const [style] = await Promise.all([loadBasemap(theme, language, false), this.#loaded])
    if (wanted === this.#wanted) this.#map.setStyle(style, { transformStyle: withOverlays })
  }

  show(params: URLSearchParams, species: string[], theme: Theme) {
    this.#params = params
    this.#look = { ...this.#look, species, theme }
    this.#observations?.setFilter(params)
    this.#observations?.setLook(this.#look)
  }

  fit(box: Box) {
    this.#map.fitBounds(corners(box), { padding: 24, maxZoom: 6, animate: false })
  }

  remove() {
    this.#wanted++
    this.#map.remove()
  }

  /** Fits the circles to the cells in view. */
  #measure() {
    const layer = this.#observations?.layers.find((id) => id.endsWith('circles'))
    if (!layer || !this.#map.getLayer(layer)) return
    const { clientWidth, clientHeight } = this.#map.getCanvas()
    const cells = this.#map.queryRenderedFeatures({ layers: [layer] }).map((f) => Number((f.properties as { records?: number }).records))
    const wanted = referenceFor(cells, clientWidth * clientHeight)
    if (!wanted) return
    this.#look = { ...this.#look, reference: steady(this.#look.reference, wanted) }
    this.#observations?.setLook(this.#look)
  }
}
