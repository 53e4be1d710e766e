// Light or dark: the reader's choice on this device, else the system's.
import { MediaQuery } from 'svelte/reactivity'

import { local, read, write } from './storage'

const key = 'skeeter-theme'
const systemDark = new MediaQuery('prefers-color-scheme: dark')

export type Theme = 'light' | 'dark'

class ThemeChoice {
  #chosen = $state(read(local, key))

  /** The present theme. Reactive. */
  get current(): Theme {
    const chosen = this.#chosen === 'light' || this.#chosen === 'dark' ? this.#chosen : undefined
    return chosen ?? (systemDark.current ? 'dark' : 'light')
  }

  toggle() {
    this.#chosen = this.current === 'dark' ? 'light' : 'dark'
    write(local, key, this.#chosen)
  }
}

export const theme = new ThemeChoice()
