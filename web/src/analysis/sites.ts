// Sites of sampling events on the map: circles by their rate, hollow where nothing was caught.
import type { FeatureCollection, Point } from 'geojson'
import type { ExpressionSpecification, GeoJSONSource } from 'maplibre-gl'

import type { Abundance } from '../api/types'
import type { Theme } from '../app/theme.svelte'
import type { MapLibreMap } from '../map/maplibre'
import { overlay } from '../map/layers/overlay'
import { rendered } from '../map/rendered'

export type Sites = FeatureCollection<Point, Abundance>

export const siteColour: Record<Theme, string> = { light: '#0b6b61', dark: '#6fd3c3' }

const source = overlay + 'sites'
/** Pixels. */
const [smallest, largest] = [5, 22]

/** The radius of a site's circle: its area grows with the rate. */
export const siteRadius = (rate: number, highest: number) => (highest > 0 ? smallest + (largest - smallest) * Math.sqrt(Math.min(1, rate / highest)) : smallest)

export class SiteCircles {
  #map: MapLibreMap

  constructor(map: MapLibreMap, theme: Theme) {
    this.#map = map
    map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
    const colour = siteColour[theme]
    map.addLayer({
      id: source, type: 'circle', source, layout: { 'circle-sort-key': ['-', 0, ['get', 'radius']] },
      paint: {
        'circle-radius': ['get', 'radius'], 'circle-color': colour, 'circle-stroke-color': colour, 'circle-stroke-width': 2,
        'circle-opacity': ['case', ['>', ['get', 'specimens'], 0], 0.55, 0] as ExpressionSpecification,
      },
    })
  }

  set(sites: Sites, highest: number) {
    const features = sites.features.map((site, i) => ({ ...site, properties: { i, specimens: site.properties.specimens, radius: siteRadius(site.properties.abundance, highest) } }))
    this.#map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  }

  setTheme(theme: Theme) {
    for (const property of ['circle-color', 'circle-stroke-color'] as const) this.#map.setPaintProperty(source, property, siteColour[theme])
  }

  /** The number of the site nearest to a point of the screen, within some pixels. */
  at(point: { x: number; y: number }, within: number): number | undefined {
    const box: [[number, number], [number, number]] = [[point.x - within, point.y - within], [point.x + within, point.y + within]]
    const distance = ({ geometry }: { geometry: unknown }) => {
      const [lng = 0, lat = 0] = (geometry as Point).coordinates
      const { x, y } = this.#map.project([lng, lat])
      return Math.hypot(x - point.x, y - point.y)
    }
    const [nearest] = (rendered(this.#map, [source], box) ?? []).sort((a, b) => distance(a) - distance(b))
    return nearest ? Number(nearest.properties.i) : undefined
  }

  remove() {
    if (this.#map.getLayer(source)) this.#map.removeLayer(source)
    if (this.#map.getSource(source)) this.#map.removeSource(source)
  }
}
