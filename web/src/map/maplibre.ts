// MapLibre GL JS with a worker of this deployment's own: the Content-Security-Policy allows no other.
import { Map as MapLibreMap, type MapOptions, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'

import workerUrl from './worker?worker&url'

setWorkerUrl(new URL(workerUrl, import.meta.url).href)

/** Makes an empty map that cannot be turned or tilted. Throws where the browser has no WebGL 2. */
export function newMap(container: HTMLElement, options: Partial<MapOptions>): MapLibreMap {
  const map = new MapLibreMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    maxPitch: 0,
    fadeDuration: 0,
    refreshExpiredTiles: false, // every answer of the server expires at once, so that the next visit asks whether it has changed
    ...options,
  })
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  sayWhenDrawn(map)
  return map
}

/** Keeps in the page whether the map is complete and at rest, `data-drawn` of its container: nothing else in the page tells, and tests look at pixels. */
function sayWhenDrawn(map: MapLibreMap) {
  const { dataset } = map.getContainer()
  const say = (drawn: boolean) => () => void (dataset.drawn = String(drawn))
  say(false)()
  for (const begun of ['movestart', 'dataloading', 'render'] as const) map.on(begun, say(false))
  map.on('idle', say(true))
}

export { Marker, NavigationControl, Popup } from 'maplibre-gl'
export type { MapLibreMap }
export type * from 'maplibre-gl'
