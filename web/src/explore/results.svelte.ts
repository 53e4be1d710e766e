// Counts of what matches: the Filter of the page first, then what else wants to be counted (the histogram without its dates, the
// options of a filter, the area of the map). One request is under way at a time; what was counted is not asked for again.
import { untrack } from 'svelte'
import { SvelteMap, SvelteSet } from 'svelte/reactivity'

import { get } from '../api/client'
import type { Stats } from '../api/types'
import type { Language } from '../i18n/message'

/** Who wants the counts of the page's own Filter. */
const shown = 'shown'

/** How long an answer stands for the same question: records come in. */
const maxAge = 2 * 60_000
const maxAnswers = 60

export class Results {
  /** The newest answer of each; it stays while the next one is on its way. */
  #answers = new SvelteMap<string, Stats>()
  #errors = new SvelteMap<string, unknown>()
  #waiting = new SvelteSet<string>()
  #wanted = new Map<string, string>()
  #known = new Map<string, { stats: Stats; at: number }>()
  #running: { query: string; abort: AbortController } | undefined
  #language: Language | undefined

  /** Counts of the page's Filter. Reactive, as the others. */
  get stats(): Stats | undefined {
    return this.#answers.get(shown)
  }

  get error(): unknown {
    return this.#errors.get(shown)
  }

  /** Whether `stats` is not yet of the Filter that was last asked for. */
  get loading(): boolean {
    return this.#waiting.has(shown)
  }

  /** Counts the page's Filter. */
  load(filter: URLSearchParams, language: Language) {
    this.ask(shown, filter, language)
  }

  /** Counts something else, under a name of its own; what that name asked for before is no longer waited for. */
  ask(name: string, filter: URLSearchParams, language: Language, facets = false) {
    const params = new URLSearchParams(filter)
    params.set('include', facets ? 'bbox,facets' : 'bbox')
    params.set('lang', language)
    const query = params.toString()
    untrack(() => {
      // Names of another language are not shown again.
      if (this.#language !== language) this.#known.clear()
      this.#language = language
      if (this.#wanted.get(name) === query && !this.#errors.has(name)) return
      this.#wanted.set(name, query)
      this.#errors.delete(name)
      this.#waiting.add(name)
      // Whatever else is asked for in the same moment is taken together.
      queueMicrotask(() => this.#next())
    })
  }

  /** Nobody wants this any more. */
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

  /** Asks once more for what failed. */
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
