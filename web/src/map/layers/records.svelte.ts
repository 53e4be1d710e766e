// The records on the first page's map: how they are drawn, and what of them is in view. Another part of the page may draw records
// in their place.
import type { Stats, VectorStatus } from '../../api/types'
import { theme } from '../../app/theme.svelte'
import type { Substitute } from '../handle'
import type { MapLibreMap } from '../maplibre'
import type { Drawn, View } from '../view'
import { dateClasses } from './classes'
import type { Look } from './look'
import { ObservationLayers } from './observations'
import { speciesColours } from './palette'
import { largest, referencesOf, roundUp } from './sizes'

/** Milliseconds between two looks at what is in view while tiles come in. */
const pause = 150

/** Records of the largest circle where nobody knows how many there are. */
const unknownReference = 100

interface Options {
  /** The Filter's parameters. */
  params: () => string
  stats: () => Stats | undefined
  /** Statistics of records on a map beside this one. */
  beside: () => Stats | undefined
  /** Statistics of what is in view; those of the view before, or none, while they load. */
  seen: () => Stats | undefined
  /** Whether there are no statistics to wait for. */
  uncounted: () => boolean
  view: () => View
  statuses: () => ReadonlyMap<string, VectorStatus>
}

export class Records {
  readonly layers: ObservationLayers
  /** Whether cells are in view. */
  cells = $state(true)
  /** Id of the species that stands out. */
  highlight = $state<string>()
  substitute = $state.raw<Substitute>()
  #map: MapLibreMap
  #options: Options

  /** Statistics of what is drawn. */
  readonly stats = $derived.by(() => this.substitute?.stats ?? this.#options.stats())
  /** Classes of the dates of what is drawn. */
  readonly dates = $derived(this.stats?.first_observed && this.stats.last_observed ? dateClasses(this.stats.first_observed, this.stats.last_observed) : undefined)
  // Derived one by one, so that a moved map, which changes the address, changes none of them.
  readonly #display = $derived.by((): Drawn => {
    const { display } = this.#options.view()
    return display === 'areas' ? 'grid' : display // what an animation plays
  })
  readonly #colouring = $derived.by(() => this.#options.view().colouring)
  readonly #colours = $derived.by(() => {
    const ids = (stats: Stats | undefined) => stats?.species.map(({ id }) => id)
    return speciesColours(ids(this.stats) ?? [], this.substitute ? undefined : ids(this.#options.seen()))
  })
  /** Records of the largest circle by zoom. */
  readonly #references = $derived.by(() => {
    const { stats, substitute } = this
    if (!stats?.density) return this.#options.uncounted() ? [unknownReference] : []
    const beside = this.#options.beside()
    const references = largest(referencesOf(stats), beside?.density ? referencesOf(beside) : [])
    return substitute ? references.map((reference) => roundUp(Math.max(10, reference * substitute.share))) : references
  })
  readonly look: Look = $derived.by(() => ({
    display: this.#display,
    colouring: this.#colouring,
    theme: theme.current,
    references: this.#references,
    colours: this.#colours,
    highlight: this.highlight,
    statuses: this.#options.statuses(),
    dates: this.dates?.starts ?? [],
    monthly: this.dates?.years === false,
  }))

  readonly #sized = $derived(this.look.display === 'grid' || this.look.references.length > 0)

  /** Call it in a component. */
  constructor(map: MapLibreMap, options: Options) {
    this.#map = map
    this.#options = options
    const layers = (this.layers = new ObservationLayers(map, 'observations', new URLSearchParams(options.params()), this.look, this.#sized, options.view().display !== 'areas'))
    map.on('style.load', () => layers.restore())
    this.#markFirst()
    this.#watch()
    $effect(() => layers.setFilter(new URLSearchParams(options.params())))
    $effect(() => layers.setLook(this.look))
    // Circles and heat are not drawn before their sizes are known.
    $effect(() => (this.#sized ? layers.reveal() : layers.setDrawn(false)))
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
        if (!this.#measure()) soon()
      }, pause)
    }
    this.#map.on('sourcedata', (event) => {
      if (event.sourceId === this.layers.source && event.tile) soon()
    })
    this.#map.on('moveend', soon)
    $effect(() => () => clearTimeout(timer))
  }

  /** Finds what the legend has to explain; false where that cannot be known yet. */
  #measure(): boolean {
    if (this.substitute) return true
    const cells = this.layers.cellsInView
    if (cells !== undefined) this.cells = cells
    return cells !== undefined
  }
}
