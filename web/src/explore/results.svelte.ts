// What matches the Filter of the page, counted: the number, the histogram and the table of species come from one answer.
import { get } from '../api/client'
import type { Stats } from '../api/types'
import type { Language } from '../i18n/message'

export class Results {
  /** The newest answer; it stays while the next one is on its way. */
  stats = $state.raw<Stats>()
  error = $state.raw<unknown>()
  loading = $state(false)
  #abort = new AbortController()
  #last: [URLSearchParams, Language] | undefined

  /** Asks for a Filter's statistics. What was asked before is no longer waited for. */
  async load(filter: URLSearchParams, language: Language) {
    this.#last = [filter, language]
    this.#abort.abort()
    const abort = (this.#abort = new AbortController())
    this.loading = true
    try {
      const params = new URLSearchParams(filter)
      params.set('lang', language)
      params.set('include', 'bbox,facets')
      this.stats = await get<Stats>('/stats', params, abort.signal)
      this.error = undefined
    } catch (error) {
      if (abort.signal.aborted) return
      this.error = error
    }
    this.loading = false
  }

  again() {
    if (this.#last) void this.load(...this.#last)
  }
}
