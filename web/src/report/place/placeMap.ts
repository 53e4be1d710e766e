// A small map of one place with its accuracy circle, and of the records around it.
import { Map as MapLibreMap, Marker, NavigationControl, setWorkerUrl, type GeoJSONSource, type StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'

import { base } from '../../app/settings'
import type { Theme } from '../../app/theme.svelte'
import { circle, pointingAccuracy, wrap } from './coordinates'

setWorkerUrl(new URL(workerUrl, import.meta.url).href)

export interface Place {
  lat: number
  lng: number
  /** Metres, null when it is not known. */
  accuracy: number | null
}

export interface Words {
  label: string
  pin: string
  zoomIn: string
  zoomOut: string
  scrollHint: string
  macScrollHint: string
  touchHint: string
}

const colours = {
  light: { background: '#e9f1f3', record: '#4b5d5a', circle: '#0b6b61' },
  dark: { background: '#101c22', record: '#a8bab6', circle: '#6fd3c3' },
}

/** Zoom at which a place without a circle is shown. */
const PLACE_ZOOM = 11
const MAX_ZOOM = 18

export class PlaceMap {
  #map: MapLibreMap
  #marker: Marker
  #place: Place | undefined
  #shown = false
  #theme: Theme

  /** onplace makes the place movable: it is called with the place that was pointed at. */
  constructor(container: HTMLElement, theme: Theme, words: Words, onplace?: (place: Place) => void) {
    this.#theme = theme
    this.#map = new MapLibreMap({
      container,
      style: style(theme),
      center: [10, 25],
      zoom: 0.6,
      maxZoom: MAX_ZOOM,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      // The page scrolls over the map.
      cooperativeGestures: true,
      locale: {
        'Map.Title': words.label,
        'NavigationControl.ZoomIn': words.zoomIn,
        'NavigationControl.ZoomOut': words.zoomOut,
        'CooperativeGesturesHandler.WindowsHelpText': words.scrollHint,
        'CooperativeGesturesHandler.MacHelpText': words.macScrollHint,
        'CooperativeGesturesHandler.MobileHelpText': words.touchHint,
      },
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#map.keyboard.disableRotation()
    this.#map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
    // Without the records around it, or offline, the map still takes a place; MapLibre would write each tile to the console.
    this.#map.on('error', () => undefined)
    this.#map.on('styledata', () => this.#draw())
    this.#marker = new Marker({ draggable: onplace !== undefined, color: '#c2410c' })
    const pin = this.#marker.getElement()
    pin.setAttribute('role', 'img')
    pin.setAttribute('aria-label', words.pin)
    if (onplace) {
      const point = ({ lng, lat }: { lng: number; lat: number }) => {
        this.#shown = true // what was just pointed at is in view
        onplace({ lat, lng: wrap(lng), accuracy: pointingAccuracy(this.#map.getZoom(), lat) })
      }
      this.#map.on('click', (event) => point(event.lngLat))
      this.#marker.on('dragend', () => point(this.#marker.getLngLat()))
      this.#map.getCanvas().classList.add('pointing')
    }
  }

  /** Shows a place, and goes there unless it was pointed at on this map. */
  show(place: Place | undefined) {
    this.#place = place
    if (!place) {
      this.#marker.remove()
      this.#shown = false
    } else {
      this.#marker.setLngLat([place.lng, place.lat]).addTo(this.#map)
      if (!this.#shown) this.#goTo(place)
    }
    this.#shown = false
    this.#draw()
  }

  setTheme(theme: Theme) {
    if (theme === this.#theme) return
    this.#theme = theme
    this.#map.setStyle(style(theme), { diff: false })
  }

  remove() {
    this.#map.remove()
  }

  #goTo({ lat, lng, accuracy }: Place) {
    if (!accuracy) {
      this.#map.jumpTo({ center: [lng, lat], zoom: Math.max(this.#map.getZoom(), PLACE_ZOOM) })
      return
    }
    const ring = circle(lat, lng, accuracy)
    const [lngs, lats] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    this.#map.fitBounds([Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)], { padding: 40, maxZoom: 15, animate: false })
  }

  #draw() {
    const ring = this.#place?.accuracy ? circle(this.#place.lat, this.#place.lng, this.#place.accuracy) : []
    this.#map.getSource<GeoJSONSource>('accuracy')?.setData(ringFeature(ring))
  }
}

const ringFeature = (ring: [number, number][]) =>
  ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: ring.length ? [ring] : [] } }) as const

function style(theme: Theme): StyleSpecification {
  const { background, record, circle } = colours[theme]
  const tiles = [`${location.origin}${base}/tiles/observations/{z}/{x}/{y}.mvt`]
  return {
    version: 8,
    sources: {
      records: { type: 'vector', tiles, maxzoom: 16 },
      accuracy: { type: 'geojson', data: ringFeature([]) },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': background } },
      {
        id: 'records', type: 'circle', source: 'records', 'source-layer': 'observations',
        paint: { 'circle-color': record, 'circle-opacity': 0.45, 'circle-radius': ['interpolate', ['linear'], ['zoom'], 0, 1.5, 12, 4] },
      },
      { id: 'accuracy', type: 'fill', source: 'accuracy', paint: { 'fill-color': circle, 'fill-opacity': 0.18 } },
      { id: 'accuracy-edge', type: 'line', source: 'accuracy', paint: { 'line-color': circle, 'line-width': 2 } },
    ],
  }
}
