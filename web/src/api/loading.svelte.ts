// Something that a page asks the API for.
import { language } from '../i18n/locale.svelte'
import type { Language } from '../i18n/message'

/** An answer on its way: the newest one stays while the next is asked for, and what is no longer wanted is aborted. */
export class Loading<T> {
  value = $state.raw<T>()
  error = $state.raw<unknown>()
  busy = $state(false)
  #abort: AbortController | undefined
  #request: ((signal: AbortSignal) => Promise<T>) | undefined

  async ask(request: (signal: AbortSignal) => Promise<T>) {
    this.stop()
    const abort = (this.#abort = new AbortController())
    this.#request = request
    this.busy = true
    this.error = undefined
    try {
      const value = await request(abort.signal)
      if (abort.signal.aborted) return
      this.value = value
    } catch (error) {
      if (abort.signal.aborted) return
      this.error = error
    }
    this.busy = false
  }

  again() {
    if (this.#request) void this.ask(this.#request)
  }

  stop() {
    this.#abort?.abort()
    this.busy = false
  }
}

/**
 * Asks when the component appears and whenever what the request reads changes; stops when the component goes. A request that is
 * undefined asks for nothing and leaves the answer as it is.
 */
export function loading<T>(request: () => ((signal: AbortSignal) => Promise<T>) | undefined): Loading<T> {
  const answer = new Loading<T>()
  $effect(() => {
    const next = request()
    if (next) void answer.ask(next)
    return () => answer.stop()
  })
  return answer
}

/** Loads a list of api/catalog.ts in the reader's language, while it is wanted. */
export function loadingList<T>(list: (language: Language) => Promise<T>, wanted = () => true): Loading<T> {
  return loading(() => {
    const lang = language()
    return wanted() ? () => list(lang) : undefined
  })
}
