// Requests of pages to the API, with their state.
import { language } from '../i18n/locale.svelte'
import type { Language } from '../i18n/message'

/** The state of a request. The last answer stays while the next request runs; a new request aborts the one before. */
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
 * Makes a request when the component is mounted and whenever state that `request` reads changes; aborts it when the component is
 * destroyed. When `request` returns undefined, no request is made and the last answer stays.
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
