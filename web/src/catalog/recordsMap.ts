// A small map with the records of a Filter, drawn as on the first page.
import type { Theme } from '../app/theme.svelte'
import type { Look } from '../map/layers/look'
import '../map/map.css'
import { ObservationLayers } from '../map/layers/observations'
import { referenceFor, steady } from '../map/layers/sizes'
import { SmallMap } from '../map/small/smallMap'

export class RecordsMap extends SmallMap {
  #look: Look = { display: 'circles', colouring: 'species', theme: 'light', reference: 30, species: [], statuses: new Map(), dates: [] }
  #observations: ObservationLayers | undefined
  #params = new URLSearchParams()

  constructor(container: HTMLElement, texts: Record<string, string>) {
    super(container, texts, { center: [0, 15], zoom: 0.4, maxZoom: 14, attributionControl: { compact: false } })
    void this.loaded.then(() => {
      this.#observations = new ObservationLayers(this.map, 'records', this.#params, this.#look)
    })
    this.map.on('idle', () => this.#measure())
  }

  show(params: URLSearchParams, species: string[], theme: Theme) {
    this.#params = params
    this.#look = { ...this.#look, species, theme }
    this.#observations?.setFilter(params)
    this.#observations?.setLook(this.#look)
  }

  /** Fits the circles to the cells in view. */
  #measure() {
    const layer = this.#observations?.layers.find((id) => id.endsWith('circles'))
    if (!layer || !this.map.getLayer(layer)) return
    const { clientWidth, clientHeight } = this.map.getCanvas()
    const cells = this.map.queryRenderedFeatures({ layers: [layer] }).map((f) => Number((f.properties as { records?: number }).records))
    const wanted = referenceFor(cells, clientWidth * clientHeight)
    if (!wanted) return
    this.#look = { ...this.#look, reference: steady(this.#look.reference, wanted) }
    this.#observations?.setLook(this.#look)
  }
}
