// Statistics of the page's Filter, and then of its variants: in the area of the map, without dates for the histogram, without one
// parameter for its options. One request runs at a time; answers are kept for a while.
import { untrack } from 'svelte'
import { SvelteMap, SvelteSet } from 'svelte/reactivity'

import { get } from '../api/client'
import type { Stats } from '../api/types'
import type { Language } from '../i18n/message'

/** The name of the page's own Filter. */
const shown = 'shown'

/** Milliseconds that an answer is kept: new records arrive. */
const maxAge = 2 * 60_000
const maxAnswers = 60

export class Results {
  /** The newest answer of each name; it stays while the next one loads. */
  #answers = new SvelteMap<string, Stats>()
  #errors = new SvelteMap<string, unknown>()
  #waiting = new SvelteSet<string>()
  #wanted = new Map<string, string>()
  #known = new Map<string, { stats: Stats; at: number }>()
  #running: { query: string; abort: AbortController } | undefined
  #language: Language | undefined

  /** Statistics of the page's Filter. Reactive, as all getters here. */
  get stats(): Stats | undefined {
    return this.#answers.get(shown)
  }

  /** Why statistics are missing, those of the page's Filter first. */
  get error(): unknown {
    return this.#errors.get(shown) ?? [...this.#errors.values()][0]
  }

  /** Whether `stats` does not belong to the present Filter yet. */
  get loading(): boolean {
    return this.#waiting.has(shown)
  }

  /** Requests statistics of the page's Filter. */
  load(filter: URLSearchParams, language: Language) {
    this.ask(shown, filter, language)
  }

  /** Requests statistics of another Filter under a name, in place of the name's request before. */
  ask(name: string, filter: URLSearchParams, language: Language, include: 'bbox' | 'bbox,density' | 'bbox,facets' = 'bbox,density') {
    const params = new URLSearchParams(filter)
    params.set('include', include)
    params.set('lang', language)
    const query = params.toString()
    untrack(() => {
      // Answers hold names in the language.
      if (this.#language !== language) this.#known.clear()
      this.#language = language
      if (this.#wanted.get(name) === query) return // one that failed waits for again()
      this.#wanted.set(name, query)
      this.#errors.delete(name)
      this.#waiting.add(name)
      // Later, so that requests of the same moment are ordered together.
      queueMicrotask(() => this.#next())
    })
  }

  /** Forgets a name. */
  drop(name: string) {
    untrack(() => {
      this.#wanted.delete(name)
      this.#waiting.delete(name)
      this.#answers.delete(name)
      this.#errors.delete(name)
    })
    queueMicrotask(() => this.#next())
  }

  answer(name: string): Stats | undefined {
    return this.#answers.get(name)
  }

  waiting(name: string): boolean {
    return this.#waiting.has(name)
  }

  /** Makes failed requests again. */
  again() {
    for (const name of [...this.#errors.keys()]) {
      this.#errors.delete(name)
      this.#waiting.add(name)
    }
    this.#next()
  }

  #next() {
    for (const name of [...this.#waiting]) {
      const known = this.#known.get(this.#wanted.get(name) ?? '')
      if (known && Date.now() - known.at < maxAge) this.#settle(name, known.stats)
    }
    const name = this.#waiting.has(shown) ? shown : [...this.#waiting][0]
    const query = name === undefined ? undefined : this.#wanted.get(name)
    if (this.#running) {
      if (this.#running.query === query) return
      const still = [...this.#waiting].some((n) => this.#wanted.get(n) === this.#running?.query)
      if (still && name !== shown) return
      this.#running.abort.abort()
      this.#running = undefined
    }
    if (query !== undefined) void this.#fetch(query)
  }

  async #fetch(query: string) {
    const running = (this.#running = { query, abort: new AbortController() })
    const who = () => [...this.#waiting].filter((name) => this.#wanted.get(name) === query)
    try {
      const stats = await get<Stats>('/stats', new URLSearchParams(query), running.abort.signal)
      if (this.#running !== running) return
      this.#remember(query, stats)
      for (const name of who()) this.#settle(name, stats)
    } catch (error) {
      if (this.#running !== running) return
      for (const name of who()) {
        this.#errors.set(name, error)
        this.#waiting.delete(name)
      }
    }
    this.#running = undefined
    this.#next()
  }

  #settle(name: string, stats: Stats) {
    this.#answers.set(name, stats)
    this.#waiting.delete(name)
  }

  #remember(query: string, stats: Stats) {
    this.#known.delete(query)
    this.#known.set(query, { stats, at: Date.now() })
    const oldest = this.#known.keys().next().value
    if (this.#known.size > maxAnswers && oldest !== undefined) this.#known.delete(oldest)
  }
}
