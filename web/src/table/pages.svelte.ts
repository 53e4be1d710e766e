// The records of a table by their rows. Pages load when rows of them are drawn: after or before a page that is there by its cursor, elsewhere by
// how many records lie before.
import { SvelteMap } from 'svelte/reactivity'

import { get } from '../api/client'
import type { Observation, ObservationList } from '../api/types'

/** Records of a page. */
const length = 200
/** Pages that are kept. */
const most = 60
/** Milliseconds that the rows rest before a page is asked for: who drags the scroll bar passes many. */
const rest = 80

interface Page {
  records: Observation[]
  next: string | null
  previous: string | null
}

export class RecordPages {
  /** How many records there are, as the last page said; undefined until the first page is there. */
  count = $state<number>()
  /** Rises with every question: the rows begin anew. */
  turn = $state(0)
  /** Whether nothing of the present question is there yet. */
  readonly loading = $derived.by(() => this.#pages.size === 0)
  error = $state.raw<unknown>()
  /** The members of `metadata` in the records that were loaded. */
  members = $state.raw<ReadonlySet<string>>(new Set())
  #pages = new SvelteMap<number, Page>()
  #params = new URLSearchParams()
  #wanted: number[] = [0]
  #running: { page: number; abort: AbortController } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Asks for other records. `params` are the Filter's, with the order. */
  ask(params: URLSearchParams) {
    this.end()
    this.#params = new URLSearchParams(params)
    this.#params.set('limit', String(length))
    this.#pages.clear()
    this.error = undefined
    this.turn++
    this.#wanted = [0]
    this.#load()
  }

  /** The record of a row; undefined while it is not there. Reactive. */
  record(row: number): Observation | undefined {
    return this.#pages.get(Math.floor(row / length))?.records[row % length]
  }

  /** Says which rows are drawn. Their pages are loaded, and then those beside them. */
  want(first: number, end: number) {
    const [from, to] = [Math.floor(first / length), Math.floor(Math.max(first, end - 1) / length)]
    const inside = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    this.#wanted = [...inside, to + 1, from - 1].filter((page) => page >= 0 && page * length < (this.count ?? Infinity))
    if (this.#running && !this.#wanted.includes(this.#running.page)) this.#stop()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#load(), rest)
  }

  again() {
    this.error = undefined
    this.#load()
  }

  /** Ends what is under way. */
  end() {
    clearTimeout(this.#timer)
    this.#wanted = []
    this.#stop()
  }

  #stop() {
    this.#running?.abort.abort()
    this.#running = undefined
  }

  #load() {
    const page = this.#wanted.find((n) => !this.#pages.has(n))
    if (page !== undefined && !this.#running && this.error === undefined) void this.#fetch(page)
  }

  /** The parameters of a page. */
  #query(page: number): URLSearchParams {
    const link = this.#pages.get(page - 1)?.next ?? this.#pages.get(page + 1)?.previous
    if (link) return new URL(link, location.href).searchParams
    const query = new URLSearchParams(this.#params)
    if (page > 0) query.set('offset', String(page * length))
    return query
  }

  async #fetch(page: number) {
    const running = (this.#running = { page, abort: new AbortController() })
    try {
      const list = await get<ObservationList>('/observations', this.#query(page), running.abort.signal)
      if (this.#running !== running) return
      this.#keep(page, list)
    } catch (error) {
      if (this.#running !== running) return
      this.error = error
    }
    this.#running = undefined
    this.#load()
  }

  #keep(page: number, { count, observations, next, previous }: ObservationList) {
    this.count = count
    this.#pages.set(page, { records: observations, next, previous })
    const names = observations.flatMap(({ metadata }) => Object.keys(metadata))
    if (names.some((name) => !this.members.has(name))) this.members = new Set([...this.members, ...names])
    if (this.#pages.size <= most) return
    const [here] = this.#wanted
    const far = [...this.#pages.keys()].reduce((a, b) => (Math.abs(a - (here ?? 0)) > Math.abs(b - (here ?? 0)) ? a : b))
    this.#pages.delete(far)
  }
}
