// The end of an animation: its last frame stays until the map has drawn its own records again.
import type { Map as MapLibreMap } from 'maplibre-gl'

import type { MapHandle } from '../map/handle'
import type { Ring } from './ring'

/** Milliseconds after which the last frame is removed in any case. */
const longest = 3000

/** The last animation of each map. */
const left = new WeakMap<MapLibreMap, Ring>()

/** Removes the last frame at once: another animation begins, with sources of the same names. */
export function endLeaving(map: MapLibreMap) {
  left.get(map)?.remove()
}

export function leave(map: MapLibreMap, handle: MapHandle, ring: Ring) {
  left.set(map, ring)
  // After this task, because the page may still pass a new Filter to the map.
  setTimeout(() => {
    if (ring.gone) return
    handle.substitute(undefined)
    const began = performance.now()
    const look = () => {
      if (ring.gone) return
      if (performance.now() - began < longest && !handle.observations.loaded) return void requestAnimationFrame(look)
      // The map draws its own records once before the last frame is removed.
      map.once('render', () => ring.remove())
      map.triggerRepaint()
    }
    map.once('render', look)
    map.triggerRepaint()
  })
}
