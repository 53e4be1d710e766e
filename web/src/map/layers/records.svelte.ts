// The records on the first page's map: how they are drawn, and what of them is in view. Another part of the page may draw records
// in their place.
import type { Stats, VectorStatus } from '../../api/types'
import { theme } from '../../app/theme.svelte'
import type { Substitute } from '../handle'
import type { MapLibreMap } from '../maplibre'
import type { View } from '../view'
import { dateClasses } from './classes'
import type { Look } from './look'
import { type Drawn, ObservationLayers } from './observations'
import { fixed } from './palette'
import { referenceFor, roundUp, steady } from './sizes'

/** Milliseconds between two looks at what is in view while tiles come in. */
const pause = 150

interface Options {
  /** The Filter's parameters. */
  params: () => string
  stats: () => Stats | undefined
  view: () => View
  statuses: () => ReadonlyMap<string, VectorStatus>
}

export class Records {
  readonly layers: ObservationLayers
  /** Whether cells are in view. */
  cells = $state(true)
  /** Records in view by the species whose colour they have. */
  bySpecies = $state.raw<ReadonlyMap<string, number>>(new Map())
  substitute = $state.raw<Substitute>()
  #map: MapLibreMap
  #options: Options
  /** Records of the largest circle. */
  #reference = $state(100)
  // Species keep their colours while the statistics of another Filter load.
  #seen = new Set(Object.keys(fixed))

  /** Statistics of what is drawn. */
  readonly stats = $derived.by(() => this.substitute?.stats ?? this.#options.stats())
  /** Classes of the dates of what is drawn. */
  readonly dates = $derived(this.stats?.first_observed && this.stats.last_observed ? dateClasses(this.stats.first_observed, this.stats.last_observed) : undefined)
  // Derived one by one, so that a moved map, which changes the address, changes none of them.
  readonly #display = $derived.by(() => this.#options.view().display)
  readonly #colouring = $derived.by(() => this.#options.view().colouring)
  readonly #species = $derived.by(() => {
    for (const { id } of this.stats?.species ?? []) this.#seen.add(id)
    return [...this.#seen]
  })
  readonly look: Look = $derived.by(() => ({
    display: this.#display,
    colouring: this.#colouring,
    theme: theme.current,
    reference: this.substitute ? roundUp(Math.max(10, this.#reference * this.substitute.share)) : this.#reference,
    species: this.#species,
    statuses: this.#options.statuses(),
    dates: this.dates?.starts ?? [],
  }))

  /** Call it in a component. */
  constructor(map: MapLibreMap, options: Options) {
    this.#map = map
    this.#options = options
    const layers = (this.layers = new ObservationLayers(map, 'observations', new URLSearchParams(options.params()), this.look))
    map.on('style.load', () => layers.restore())
    this.#markFirst()
    this.#watch()
    $effect(() => layers.setFilter(new URLSearchParams(options.params())))
    $effect(() => layers.setLook(this.look))
  }

  /** Marks when the first records are drawn, for measurements (User Timing). */
  #markFirst() {
    const idle = () => {
      if (!this.#map.isSourceLoaded(this.layers.source)) return
      performance.mark('map drawn')
      this.#map.off('idle', idle)
    }
    this.#map.on('idle', idle)
  }

  /** Looks at what is in view as tiles come, but not for each of them. */
  #watch() {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        this.#measure()
      }, pause)
    }
    this.#map.on('sourcedata', (event) => {
      if (event.sourceId === this.layers.source && event.tile) soon()
    })
    this.#map.on('moveend', soon)
    $effect(() => () => clearTimeout(timer))
  }

  /** Fits circles and heat to the cells in view, and finds the species that the legend has to name. */
  #measure() {
    if (this.substitute) return
    const drawn = this.layers.inView()
    const counts = drawn.flatMap(({ kind, records }) => (kind === 'cell' ? [records] : []))
    this.cells = counts.length > 0
    this.bySpecies = recordsBySpecies(drawn)
    if (this.#display === 'grid') return // squares have no sizes
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const wanted = referenceFor(counts, clientWidth * clientHeight)
    if (wanted) this.#reference = steady(this.#reference, wanted)
  }
}

function recordsBySpecies(drawn: Drawn[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { species, records } of drawn) sums.set(species, (sums.get(species) ?? 0) + records)
  return sums
}
