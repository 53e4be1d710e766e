// What the numbers, the legend and the downloads are about: the records in view, or all that match. Where all lie in view, both are one
// and nothing is asked for a second time.
import type { Box, Stats } from '../api/types'
import { language } from '../i18n/locale.svelte'
import type { Results } from '../filter/results.svelte'
import { areaText, holds } from './area'

/** The name of the statistics of the view. */
const view = 'view'

/** Milliseconds that the map rests before its records are counted. */
const rest = 250

interface Options {
  /** The Filter's parameters. */
  params: () => string
  /** Whether the reader asks for all that match, wherever it lies. */
  all: () => boolean
}

export class Scope {
  /** The box in view; undefined until there is a map. */
  box = $state.raw<Box>()
  /** Whether the map is on the move. */
  moving = $state(false)
  /** The area whose records are counted. */
  #area = $state<string>()
  #results: Results
  #options: Options

  /** Whether all that matches is meant. */
  readonly all = $derived.by(() => this.#options.all())
  /** Whether all that matches lies in view. */
  readonly complete = $derived.by(() => {
    const [box, extent] = [this.box, this.#results.stats?.bbox]
    return !box || !extent || holds(box, extent)
  })
  /** Whether the numbers are those of everything. */
  readonly whole = $derived.by(() => this.all || this.complete)
  readonly #text = $derived.by(() => this.box && areaText(this.box))

  /** Call it in a component. */
  constructor(results: Results, options: Options) {
    this.#results = results
    this.#options = options
    $effect(() => {
      const area = this.#text
      // The first area is known when the map appears, and does not have to rest.
      const timer = setTimeout(() => (this.#area = area), this.#area === undefined ? 0 : rest)
      return () => clearTimeout(timer)
    })
    $effect(() => {
      if (this.whole) results.drop(view)
      // The statistics of all tell whether all lies in view.
      else if (!results.loading && this.#area !== undefined) results.ask(view, this.narrowed(options.params(), this.#area), language(), 'bbox')
    })
  }

  /** Parameters of a Filter for what the numbers are about; of a view that has not been counted yet, if it is given. */
  narrowed(params: string, area = this.#area): URLSearchParams {
    const query = new URLSearchParams(params)
    if (!this.whole && area !== undefined) query.set('bbox', area)
    return query
  }

  /** Parameters of a download: of the view as it is now. */
  get download(): URLSearchParams {
    return this.narrowed(this.#options.params(), this.#text)
  }

  get stats(): Stats | undefined {
    return this.whole ? this.#results.stats : this.#results.answer(view)
  }

  /** Whether `stats` does not belong to the present view and Filter yet. */
  get loading(): boolean {
    return this.#results.loading || (!this.whole && (this.moving || this.#text !== this.#area || this.#results.waiting(view)))
  }
}
