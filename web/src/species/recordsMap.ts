// The records of a Filter on a small map of their own.
import { Map as MapLibreMap, setWorkerUrl, type StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

import type { Box } from '../api/types'
import type { Theme } from '../app/theme.svelte'

setWorkerUrl(new URL(workerUrl, import.meta.url).href)

const colours = {
  light: { sea: '#e9f1f3', dot: '#0b6b61', edge: '#ffffff' },
  dark: { sea: '#101c22', dot: '#6fd3c3', edge: '#0f1716' },
}

export class RecordsMap {
  #map: MapLibreMap

  constructor(container: HTMLElement, label: string) {
    this.#map = new MapLibreMap({
      container,
      center: [0, 15],
      zoom: 0.4,
      maxZoom: 14,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      // The page scrolls over the map; it zooms with the control key, and with two fingers.
      cooperativeGestures: true,
    })
    this.#map.getCanvas().setAttribute('aria-label', label)
    this.#map.touchZoomRotate.disableRotation()
    this.#map.keyboard.disableRotation()
  }

  show(tiles: string, theme: Theme) {
    const { sea, dot, edge } = colours[theme]
    const style: StyleSpecification = {
      version: 8,
      sources: { records: { type: 'vector', tiles: [tiles], maxzoom: 16 } },
      layers: [
        { id: 'background', type: 'background', paint: { 'background-color': sea } },
        {
          id: 'records',
          type: 'circle',
          source: 'records',
          'source-layer': 'observations',
          paint: {
            'circle-color': dot,
            'circle-opacity': 0.75,
            'circle-stroke-color': edge,
            'circle-stroke-width': 0.75,
            'circle-radius': ['interpolate', ['linear'], ['sqrt', ['get', 'records']], 1, 3, 30, 9, 300, 18],
          },
        },
      ],
    }
    this.#map.setStyle(style)
  }

  /** Shows a whole box. */
  fit([west, south, east, north]: Box) {
    const box: [number, number, number, number] = [west, south, west > east ? east + 360 : east, north]
    this.#map.fitBounds(box, { padding: 24, maxZoom: 6, animate: false })
  }

  remove() {
    this.#map.remove()
  }
}
