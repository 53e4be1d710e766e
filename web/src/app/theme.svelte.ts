// Light or dark: the reader's choice on this device, else the system's.
const key = 'skeeter-theme'
const system = matchMedia('(prefers-color-scheme: dark)')

export type Theme = 'light' | 'dark'

class ThemeChoice {
  #chosen = $state<Theme | null>(stored())
  #systemDark = $state(system.matches)

  constructor() {
    system.addEventListener('change', (event) => (this.#systemDark = event.matches))
  }

  /** The present theme. Reactive. */
  get current(): Theme {
    return this.#chosen ?? (this.#systemDark ? 'dark' : 'light')
  }

  toggle() {
    this.#chosen = this.current === 'dark' ? 'light' : 'dark'
    try {
      localStorage.setItem(key, this.#chosen)
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
}

function stored(): Theme | null {
  try {
    const value = localStorage.getItem(key)
    return value === 'light' || value === 'dark' ? value : null
  } catch {
    return null
  }
}

export const theme = new ThemeChoice()
