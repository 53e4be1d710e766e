// Whether the map waits for tiles for long, and whether some could not be loaded.
import type { ErrorEvent, Map as MapLibreMap } from 'maplibre-gl'

/** Milliseconds that loading may take before it is shown. */
const patience = 300

export class Progress {
  loading = $state(false)
  failed = $state(false)
  #map: MapLibreMap
  /** Sources that lack tiles. */
  #incomplete = new Set<string>()

  constructor(map: MapLibreMap) {
    this.#map = map
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      timer = undefined
    }
    map.on('dataloading', () => {
      timer ??= setTimeout(() => (this.loading = !map.areTilesLoaded()), patience)
    })
    map.on('remove', stop)
    map.on('idle', () => {
      stop()
      this.loading = false
    })
    map.on('error', ({ sourceId }: ErrorEvent & { sourceId?: string }) => {
      this.failed = true
      if (sourceId) this.#incomplete.add(sourceId)
    })
  }

  /** Requests the missing tiles again. */
  retry() {
    this.failed = false
    for (const id of this.#incomplete) if (this.#map.getSource(id)) this.#map.refreshTiles(id)
    this.#incomplete.clear()
  }
}
