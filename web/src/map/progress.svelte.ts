// Whether the map waits for tiles for long, and whether some could not be had.
import type { ErrorEvent, Map as MapLibreMap } from 'maplibre-gl'

/** Milliseconds that loading may take before it is shown. */
const patience = 300

export class Progress {
  loading = $state(false)
  failed = $state(false)
  /** Sources that tiles are missing of. */
  #lacking = new Set<string>()
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
    map.on('error', ({ sourceId }: ErrorEvent & { sourceId?: string }) => {
      this.failed = true
      if (sourceId) this.#lacking.add(sourceId)
    })
  }

  /** Asks once more for what could not be had. */
  again(map: MapLibreMap) {
    this.failed = false
    for (const id of this.#lacking) if (map.getSource(id)) map.refreshTiles(id)
    this.#lacking.clear()
  }
}
