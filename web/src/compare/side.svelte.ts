// One of the two Filters that are compared, with its numbers.
import type { Area } from '../api/types'
import { router } from '../app/router.svelte'
import type { Theme } from '../app/theme.svelte'
import type { Shape } from '../areas/drawing.svelte'
import { Scope } from '../explore/scope.svelte'
import { filterParams, parseFilter, type Filter } from '../filter/filter'
import { Results } from '../filter/results.svelte'
import { language } from '../i18n/locale.svelte'
import type { MapHandle } from '../map/handle'
import type { Row } from '../picture/legend'
import { paramsOf, sideQuery, type Letter } from './comparison'

/** Colours of the sides. They differ by lightness, and are no species' colours: the maps show those. */
export const colours: Record<Letter, Record<Theme, string>> = {
  A: { light: '#1c2a27', dark: '#f4f8f7' },
  B: { light: '#0a7a69', dark: '#3fb8a4' },
}

export class Side {
  readonly letter: Letter
  readonly results = new Results()
  readonly scope: Scope
  handle = $state.raw<MapHandle>()
  /** What is drawn on its map as an area; undefined for nothing. */
  drawing = $state<Shape>()
  /** The legend of a picture, where the map shows areas in place of the records. */
  rows = $state.raw<Row[]>()
  /** The Filter as text: a moved map, which changes the address too, then requests nothing again. */
  readonly key = $derived.by(() => filterParams(parseFilter(paramsOf(this.letter, router.query))).toString())
  readonly filter = $derived.by(() => parseFilter(new URLSearchParams(this.key)))

  /** Call it in a component. */
  constructor(letter: Letter) {
    this.letter = letter
    $effect(() => this.results.load(new URLSearchParams(this.key), language()))
    this.scope = new Scope(this.results, { params: () => this.key, all: () => false })
  }

  change = (next: Filter) => router.set(sideQuery(this.letter, next))

  endDrawing = (area?: Area) => {
    this.drawing = undefined
    this.handle?.map.getCanvas().focus({ preventScroll: true })
    if (area) this.change({ ...this.filter, area: [area.id] })
  }
}
