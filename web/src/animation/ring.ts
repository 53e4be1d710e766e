// A ring buffer of observation layers: one slot is shown, the others load the next windows unseen. Slots are reused, so that the
// number of sources on the map does not grow.
import type { ErrorEvent, Map as MapLibreMap, RequestParameters } from 'maplibre-gl'

import type { Look } from '../map/layers/look'
import { ObservationLayers } from '../map/layers/observations'
import { assign, type Slot } from './slots'

interface Held extends Slot {
  layers: ObservationLayers
  failed: boolean
}

export class Ring {
  #map: MapLibreMap
  #look: Look
  #size: number
  #slots: Held[] = []
  #shown = ''
  /** Windows that were loaded completely: their tiles are taken from the browser's cache without asking the server. */
  #seen = new Set<string>()
  #gone = false

  /** Whether the ring or its map was removed. */
  get gone(): boolean {
    return this.#gone
  }

  constructor(map: MapLibreMap, look: Look, size: number) {
    this.#map = map
    this.#look = look
    this.#size = size
    map.on('render', this.#settle)
    map.on('error', this.#fail)
    map.once('remove', () => (this.#gone = true))
    map.setTransformRequest(this.#request)
  }

  /** Loads windows, given as queries of their tiles in the order in which they are needed. The shown window stays. */
  want(keys: string[]) {
    if (this.#gone) return
    const wanted = this.#shown ? [this.#shown, ...keys] : keys
    while (this.#slots.length < Math.min(this.#size, wanted.length)) {
      const next = wanted.find((key) => !this.#slots.some((slot) => slot.key === key))
      if (next === undefined) break
      const layers = new ObservationLayers(this.#map, `frame-${this.#slots.length}`, new URLSearchParams(next), this.#look, false)
      this.#slots.push({ layers, key: next, settled: false, failed: false })
    }
    for (const [i, key] of assign(this.#slots, wanted.slice(0, this.#size))) {
      const slot = this.#slots[i]!
      Object.assign(slot, { key, settled: false, failed: false })
      slot.layers.setFilter(new URLSearchParams(key))
    }
  }

  /** Whether all tiles of a window are loaded. */
  ready(key: string): boolean {
    if (this.#gone) return false
    const slot = this.#of(key)
    // Loaded tiles can be drawn after one more frame.
    if (slot && !slot.settled && slot.layers.loaded) this.#map.triggerRepaint()
    return slot !== undefined && slot.settled && !slot.failed
  }

  failed(key: string): boolean {
    return this.#of(key)?.failed ?? false
  }

  /** The layers of the window that is shown. */
  get layers(): string[] {
    return (!this.#gone && this.#of(this.#shown)?.layers.layers) || []
  }

  /** Shows one window in place of another. */
  show(key: string) {
    if (this.#gone) return
    this.#shown = key
    for (const slot of this.#slots) slot.layers.setDrawn(slot.key === key)
  }

  setLook(look: Look) {
    this.#look = look
    if (this.#gone) return
    for (const slot of this.#slots) slot.layers.setLook(look)
  }

  /** Requests failed tiles again. */
  retry() {
    if (this.#gone) return
    for (const slot of this.#slots) {
      if (!slot.failed) continue
      Object.assign(slot, { settled: false, failed: false })
      slot.layers.refresh()
    }
  }

  remove() {
    if (this.#gone) return
    this.#map.off('render', this.#settle)
    this.#map.off('error', this.#fail)
    this.#map.setTransformRequest(null)
    for (const { layers } of this.#slots) layers.remove()
    this.#slots = []
    this.#gone = true
  }

  #of(key: string): Held | undefined {
    return this.#slots.find((slot) => slot.key === key)
  }

  #settle = () => {
    for (const slot of this.#slots) {
      slot.settled = slot.layers.loaded
      if (slot.settled && !slot.failed && slot.key) this.#seen.add(slot.key)
    }
  }

  #fail = (event: ErrorEvent & { sourceId?: string }) => {
    const slot = this.#slots.find(({ layers }) => layers.source === event.sourceId)
    if (slot) slot.failed = true
  }

  #request = (url: string, type?: string): RequestParameters => {
    const query = url.slice(url.indexOf('?') + 1)
    return type === 'Tile' && this.#seen.has(query) ? { url, cache: 'force-cache' } : { url }
  }
}
