// Whether the map waits for tiles for long, and whether some could not be had.
import type { Map as MapLibreMap } from 'maplibre-gl'

/** Milliseconds that loading may take before it is shown. */
const patience = 300

export class Progress {
  loading = $state(false)
  failed = $state(false)
  #timer: ReturnType<typeof setTimeout> | undefined

  watch(map: MapLibreMap) {
    map.on('dataloading', () => {
      this.#timer ??= setTimeout(() => (this.loading = !map.areTilesLoaded()), patience)
    })
    map.on('remove', () => clearTimeout(this.#timer))
    map.on('idle', () => {
      clearTimeout(this.#timer)
      this.#timer = undefined
      this.loading = false
    })
    map.on('error', () => (this.failed = true))
  }
}
