// The card of a first visit: shown until the reader does something, and again when the reader asks for it.
import { root } from './settings'
import { local, read, write } from './storage'

const key = 'skeeter-welcomed' + root

class Welcome {
  #seen = $state(read(local, key) !== '')
  #asked = $state(false)

  /** Reactive. */
  get shown(): boolean {
    return !this.#seen
  }

  /** Whether the reader asked for it. Reactive. */
  get asked(): boolean {
    return this.#asked
  }

  dismiss() {
    this.#asked = false
    if (this.#seen) return
    this.#seen = true
    write(local, key, '1')
  }

  again() {
    this.#seen = false
    this.#asked = true
    write(local, key, '')
  }
}

export const welcome = new Welcome()
