// The outlines of the Filter's areas on the map.
import type { FeatureCollection } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'

import { area } from '../api/areas'
import type { Theme } from '../app/theme.svelte'
import type { MapLibreMap } from '../map/maplibre'
import { overlay } from '../map/layers/overlay'

const source = overlay + 'areas'
const colours: Record<Theme, { line: string; casing: string }> = {
  light: { line: '#14211f', casing: '#ffffff' },
  dark: { line: '#ffffff', casing: '#14211f' },
}

/** Draws the outlines of areas, and none for areas that cannot be loaded: the Filter's answer says why. */
export async function outline(map: MapLibreMap, ids: string[], theme: Theme, signal: AbortSignal) {
  const loaded = await Promise.allSettled(ids.map(area))
  if (signal.aborted) return
  const features = loaded.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const data = { type: 'FeatureCollection', features } as unknown as FeatureCollection
  const shown = map.getSource<GeoJSONSource>(source)
  if (shown) shown.setData(data)
  else if (features.length > 0) {
    map.addSource(source, { type: 'geojson', data })
    for (const [part, width] of [['casing', 5], ['line', 2]] as const) {
      map.addLayer({ id: `${source}-${part}`, type: 'line', source, layout: { 'line-join': 'round' }, paint: { 'line-width': width } })
    }
  }
  if (!map.getSource(source)) return
  for (const part of ['casing', 'line'] as const) map.setPaintProperty(`${source}-${part}`, 'line-color', colours[theme][part])
}
