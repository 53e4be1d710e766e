// Alerts on the map: a circle for each place, hollow for closed and historical ones, and the outlines of their areas.
import type { Feature, MultiPolygon, Point } from 'geojson'
import type { GeoJSONSource } from 'maplibre-gl'

import type { Alert, AreaFeature } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import type { MapLibreMap } from '../map/maplibre'
import { overlay } from '../map/layers/overlay'
import { rendered } from '../map/rendered'

export const alertColour: Record<Theme, string> = { light: '#a3221b', dark: '#ffb4ab' }

const source = overlay + 'alerts'
const [points, inside, edges] = [source, source + '-inside', source + '-edges']

/** Whether an alert is drawn filled. */
export const isCurrent = ({ closed_at: closed, historical }: Alert) => !closed && !historical

export class AlertPoints {
  #map: MapLibreMap

  constructor(map: MapLibreMap, theme: Theme) {
    this.#map = map
    const colour = alertColour[theme]
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    const area: ['!=', ['geometry-type'], string] = ['!=', ['geometry-type'], 'Point']
    map.addLayer({ id: inside, type: 'fill', source, filter: area, paint: { 'fill-color': colour, 'fill-opacity': 0.08 } })
    map.addLayer({ id: edges, type: 'line', source, filter: area, paint: { 'line-color': colour, 'line-width': 1.5, 'line-dasharray': [3, 2] } })
    map.addLayer({
      id: points, type: 'circle', source, filter: ['==', ['geometry-type'], 'Point'],
      paint: { 'circle-radius': 7, 'circle-color': colour, 'circle-opacity': ['case', ['get', 'current'], 0.75, 0], 'circle-stroke-color': colour, 'circle-stroke-width': 2 },
    })
  }

  /** Draws alerts with a place, and once each area of those that have no other place. */
  set(alerts: Alert[], areas: AreaFeature[]) {
    const undrawn = new Map(areas.map((area) => [area.id, area]))
    const features = alerts.flatMap((alert, i): Feature[] => {
      const properties = { i, current: isCurrent(alert) }
      if (alert.location) return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [alert.location.lng, alert.location.lat] }, properties }]
      const area = alert.area ? undrawn.get(alert.area) : undefined
      undrawn.delete(alert.area ?? '') // alerts of one area share its outline, which opens the first of them
      return area ? [{ type: 'Feature', geometry: area.geometry as unknown as MultiPolygon, properties }] : []
    })
    this.#map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }

  setTheme(theme: Theme) {
    const colour = alertColour[theme]
    this.#map.setPaintProperty(inside, 'fill-color', colour)
    this.#map.setPaintProperty(edges, 'line-color', colour)
    for (const property of ['circle-color', 'circle-stroke-color'] as const) this.#map.setPaintProperty(points, property, colour)
  }

  /** The number of the alert nearest to a point of the screen, within some pixels, or of one whose area it is in. */
  at(point: { x: number; y: number }, within: number): number | undefined {
    const box: [[number, number], [number, number]] = [[point.x - within, point.y - within], [point.x + within, point.y + within]]
    const distance = ({ geometry }: { geometry: unknown }) => {
      const [lng = 0, lat = 0] = (geometry as Point).coordinates
      const { x, y } = this.#map.project([lng, lat])
      return Math.hypot(x - point.x, y - point.y)
    }
    const [nearest] = (rendered(this.#map, [points], box) ?? []).sort((a, b) => distance(a) - distance(b))
    const found = nearest ?? rendered(this.#map, [inside], [point.x, point.y])?.[0]
    return found ? Number(found.properties.i) : undefined
  }

  remove() {
    for (const id of [points, edges, inside]) if (this.#map.getLayer(id)) this.#map.removeLayer(id)
    if (this.#map.getSource(source)) this.#map.removeSource(source)
  }
}
