// MapLibre GL JS with a worker of this deployment's own: the Content-Security-Policy allows no other.
import { setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'

import workerUrl from './worker?worker&url'

setWorkerUrl(new URL(workerUrl, import.meta.url).href)

export { Map as MapLibreMap, Marker, Popup } from 'maplibre-gl'
export type * from 'maplibre-gl'
