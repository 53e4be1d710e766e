// The end of an animation: its last picture stays until the map's own records are there again.
import type { Map as MapLibreMap } from 'maplibre-gl'

import type { MapHandle } from '../map/handle'
import type { Ring } from './ring'

/** Milliseconds after which the animation goes in any case. */
const longest = 3000

export function leave(map: MapLibreMap, handle: MapHandle, ring: Ring) {
  // The Filter that the page may set now has to reach the map first.
  setTimeout(() => {
    if (ring.gone) return
    handle.substitute(undefined)
    const began = performance.now()
    const look = () => {
      if (ring.gone) return
      if (performance.now() - began < longest && !handle.observations.loaded) return void requestAnimationFrame(look)
      // Drawn once before the last picture goes.
      map.once('render', () => ring.remove())
      map.triggerRepaint()
    }
    map.once('render', look)
    map.triggerRepaint()
  })
}
