// A small map with the records of a Filter, drawn as on the first page.
import type { Stats } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import type { Look } from '../map/layers/look'
import '../map/map.css'
import { ObservationLayers } from '../map/layers/observations'
import { speciesColours } from '../map/layers/palette'
import { referencesOf } from '../map/layers/sizes'
import { SmallMap } from '../map/small/smallMap'

export class RecordsMap extends SmallMap {
  #look: Look = { display: 'circles', colouring: 'species', theme: 'light', references: [], colours: new Map(), statuses: new Map(), dates: [], monthly: false }
  #observations: ObservationLayers | undefined
  #params = new URLSearchParams()

  constructor(container: HTMLElement, texts: Record<string, string>) {
    super(container, texts, { center: [0, 15], zoom: 0.4, maxZoom: 14, attributionControl: { compact: false } })
    void this.loaded.then(() => {
      this.#observations = new ObservationLayers(this.map, 'records', this.#params, this.#look, this.#look.references.length > 0)
    })
  }

  /** Shows what matches, as soon as its statistics say how large circles are. */
  show(params: URLSearchParams, stats: Stats | undefined, theme: Theme) {
    this.#params = params
    this.#look = { ...this.#look, references: stats ? referencesOf(stats) : [], colours: speciesColours((stats?.species ?? []).map(({ id }) => id)), theme }
    this.#observations?.setFilter(params)
    this.#observations?.setLook(this.#look)
    if (stats) this.#observations?.reveal()
    else this.#observations?.setDrawn(false)
  }
}
